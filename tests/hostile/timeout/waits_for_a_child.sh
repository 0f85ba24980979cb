#!/bin/sh
# A shell that waits for a program that never ends. Killing only the shell would leave that program.
# hostile: turn=1 first=short
sleep 600
