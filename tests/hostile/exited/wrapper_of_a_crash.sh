#!/bin/sh
# A wrapper whose program crashes: it is the wrapper that tells, and it exits with 128 + 11.
# hostile: turn=1 exit_code=139
sh -c 'kill -SEGV $$'
