"""Masks for everything that may differ between two runs of the same games: times, the machine and its load, random ids,
and checksums over these."""
import re

# Patterns and their replacements.
TEXT = [
    (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?Z?", "<time>"),
    (r'("(?:wall|cpu|charged|waited|elapsed|late|took|longest|first_longest|second_longest|latest|median|max|mean|longest_answer|longest_turn|first_max|second_max)_us": ?)'
     r"(?:\d+|null)", r"\1<us>"),
    (r'("(?:seconds|nps|time|time_ms|games_per_second|load|load_percent|speed|cores|cpu|pid|left_s|elapsed_s)": ?)'
     r'(?:[\d.e+-]+|null|"[^"]*")', r"\1<n>"),
    (r"\b\d+(?:\.\d+)? ?(?:us|µs|ms|s|min|games/s|ms/move)(?![\w])", "<duration>"),
    # Messages about a high load. Such a message can be a line, a text in JSON, or a text in a page.
    (r"\bload (is )?[\d.]+( on average and [\d.]+ at most)?", "load N"),
    (r'\n[^\n"<>]*\bload N[^\n"<>]*', ""),
    (r',?"[^"\n]*\bload N[^"\n]*"', ""),
    (r">[^<>\n]*\bload N[^<>\n]*<", "><"),
    (r'("(?:mean_load|max_load)": ?)\d+', r"\1<n>"),
    # The rows of the plies in a page, and the two columns of times in the table of a series.
    (r'(\[[01],"[^"]*"),\d+,(?:\d+|null)', r"\1,<us>,<us>"),
    (r"(\d+/\d+/\d+ +\d+/\d+/\d+) +[\d.]+ +[\d.]+\n", r"\1 <ms>\n"),
    (r"(,[0-9a-f]{16},\d*),\d*,\d*\n", r"\1,<us>,<us>\n"),
    (r"\(\d+ KB\)", "(<n> KB)"),
    (r"(  seed )\d{12,}", r"\1<n>"),
    (r'("(?:longest|total|mean|median|p95)": ?)[\d.]+', r"\1<us>"),
    # If the machine stood still in a turn, the turn has a separate charge.
    (r'"charged_us": ?<us>,', ""),
    (r"\},null,\d+\](,|\])", r"}]\1"),
    (r'("id": ?)"[0-9a-f]{16}"', r'\1"<id>"'),
    (r"\bcrc32(\W+)\d+", r"crc32\1<sum>"),
]

# Columns of a tournament's file that may differ.
COLUMNS = {"crc32", "packed", "dictionary", "at", "started_at", "first_longest_us", "second_longest_us"}
TABLES = {"played_on": {"speed", "load_percent", "late_us", "took_us"}, "hosts": {"name", "cpu", "cores"}}


def masked(text, folder, host):
    text = text.replace(str(folder), "<folder>").replace(host, "<host>")
    for pattern, replacement in TEXT:
        text = re.sub(pattern, replacement, text)
    return text


def masked_row(table, row):
    hidden = COLUMNS | TABLES.get(table, set())
    return {name: "<masked>" if name in hidden and value is not None else value for name, value in row.items()}
