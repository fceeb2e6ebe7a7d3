"""All that HTTP asks: scenes, first documents, light pages, and the worker. Streamlit's options and internals are read here."""
