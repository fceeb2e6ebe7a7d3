"""All that draws by Streamlit: the frame, the session, the component, dialogs. It may import every other folder."""
