"""All that HTTP asks: scenes, first documents, light pages, the worker. It reads Streamlit's options and internals."""
