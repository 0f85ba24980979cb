"""Shortens a list for which something holds, by leaving out parts (ddmin)."""


def shortened(items, holds, attempts):
    """A part of `items` for which `holds` is true. It is asked at most `attempts` times."""
    size = max(1, len(items) // 2)
    while attempts > 0:
        place, smaller = 0, False
        while place < len(items) and attempts > 0:
            some = items[:place] + items[place + size:]
            attempts -= 1
            if some and holds(some):
                items, smaller = some, True
            else:
                place += size
        if size == 1 and not smaller:
            break
        size = max(1, size // 2)
    return items
