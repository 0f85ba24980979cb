#!/bin/sh
# The well-known fork bomb of the shell.
# hostile: modes=on memory=64M processes=24 turn=1 limits=short first=short
b() { b | b & }
b
sleep 600
