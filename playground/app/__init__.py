"""All that Streamlit draws: the frame, the session, the component and the dialogs."""
