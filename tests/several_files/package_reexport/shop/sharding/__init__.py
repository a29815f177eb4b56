from .wrap import distribute

__all__ = ["distribute"]
