#!/bin/sh
# NULs without end and without reading a thing: premature, whether or not its turn has begun when the first ones arrive.
# hostile: turn=1
exec cat /dev/zero
