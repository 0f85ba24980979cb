#!/bin/sh
# Floods stderr with short lines, using the shell command `yes`.
# hostile: turn=1 first=short
yes >&2
