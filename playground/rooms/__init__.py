"""Rooms: a class answers a question about a board from its phones, and a wall shows the answers."""
