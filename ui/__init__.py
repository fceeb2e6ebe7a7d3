"""What the pages share: the frame, the controls, the figures, the words, the address, and the stage."""
