#!/bin/sh
# The shell's own way to flood: short lines on stderr.
# hostile: turn=1 first=short
yes >&2
