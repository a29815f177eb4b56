import os


def get_world_size():
    return int(os.environ["WORLD_SIZE"])
