import logging

# To log each element that a page draws without a session takes a tenth of the time of a thousand pages.
logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").disabled = True
