"""Files to save: pages that stand alone, worksheets, programs and links to share."""
