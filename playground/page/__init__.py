"""What the pages share: their form, their controls, the guide, and the answer to an address."""
