"""Files to take home: pages that stand alone, worksheets, programs, links to share."""
