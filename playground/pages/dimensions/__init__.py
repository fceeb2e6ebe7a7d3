"""The plane of the proof: w and w* span it in any dimension, and in it nothing is lost."""
