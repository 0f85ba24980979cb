#!/bin/sh
# Floods stderr with short lines, in the way of the shell.
# hostile: turn=1 first=short
yes >&2
