"""All that HTTP asks: scenes, documents and the worker. Only `internals` reads Streamlit's options and internals."""
