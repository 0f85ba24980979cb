#!/bin/sh
# A wrapper whose program crashes. The referee sees only the wrapper, which exits with 128 + 11.
# hostile: turn=1 exit_code=139
sh -c 'kill -SEGV $$'
