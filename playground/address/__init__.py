"""What a link says: codes, settings, conditions, lists, exercises. It draws nothing."""
