class Registry:
    def __init__(self, title):
        self.title = title
        self._known = {}

    def register(self, name=None):
        def note(thing):
            self._known[name or thing.__name__] = thing
            return thing

        return note

    def build(self, name, *args, **kwargs):
        return self._known[name](*args, **kwargs)


WRAPPERS = Registry("wrappers")
