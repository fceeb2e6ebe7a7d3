"""The content of a link: codes, settings, conditions, lists, exercises. Nothing here draws."""
