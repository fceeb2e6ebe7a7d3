"""The playground: place points, step the perceptron, watch it obey its theorem."""
