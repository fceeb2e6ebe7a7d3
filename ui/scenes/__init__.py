"""What each page shows: its pictures and its words, composed for the stage."""
