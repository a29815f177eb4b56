WRAPPERS = {}


def register(name):
    def note(function):
        WRAPPERS[name] = function
        return function

    return note


def wrap(name, model, **settings):
    return WRAPPERS[name](model, **settings)
