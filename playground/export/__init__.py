"""What a visitor takes home: pages that stand alone, worksheets, courses, programs, links, a board in a notebook."""
