"""A bot of some length, and the same with other names, comments and blanks."""
from class_case import python

OWN = python("seen = {}") + '''
def remember(position, value):
    """Keeps the best value."""
    if position not in seen or seen[position] < value:
        seen[position] = value
    return seen[position]
'''
RENAMED = OWN.replace("remember", "note_down").replace("position", "p").replace("value", "v").replace("Keeps the best", "Notes a") + "\n# mine\n"
