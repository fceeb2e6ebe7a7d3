"""Parts of a scene: figures, curves, planes, legends, sentences, outcomes."""
