"""An abstract interpreter: walks a program in execution order and yields what happens to models and parameters."""
