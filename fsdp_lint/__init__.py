"""Find training code that silently trains the wrong thing because a sharding wrapper changed its parameters."""
