"""The race: six learners look for a separator side by side, by two clocks."""
