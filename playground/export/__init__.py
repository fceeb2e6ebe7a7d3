"""Files to save: pages that stand alone, worksheets, quizzes and courses, programs and links to share."""
