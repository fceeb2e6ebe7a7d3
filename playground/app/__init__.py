"""All that Streamlit draws: the frame, the sidebar, the session, the component and the dialogs."""
