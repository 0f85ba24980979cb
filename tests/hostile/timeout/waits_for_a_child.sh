#!/bin/sh
# A shell that waits for a program that never ends: killing the shell alone leaves that one.
# hostile: turn=1 first=short
sleep 600
