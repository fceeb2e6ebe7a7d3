"""All that HTTP asks: scenes, first documents, light pages, and the worker. It imports no Streamlit."""
