"""How engines are read: observations, actions and reported events in the words of the model."""
