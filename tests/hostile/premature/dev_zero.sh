#!/bin/sh
# Writes NULs forever without reading anything. This is premature, no matter whether its turn has begun when the first
# NULs arrive.
# hostile: turn=1
exec cat /dev/zero
