import functools


def logged(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        print(function.__name__)
        return function(*args, **kwargs)

    return inner


def with_model(model, build):
    return build(model)
