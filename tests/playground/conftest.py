import logging

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],  # which is for the machine to answer
)
settings.load_profile("steady")

# To log each element that a page draws without a session takes a tenth of the time of a thousand pages.
logging.getLogger("streamlit.runtime.scriptrunner_utils.script_run_context").disabled = True
