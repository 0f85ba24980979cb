#!/bin/sh
# Writes NULs forever without reading anything. Premature, no matter whether its turn has begun when the first ones
# arrive.
# hostile: turn=1
exec cat /dev/zero
