"""The pages' shared code: Page, controls, guide, conditions, programs, and the answer to an address."""
