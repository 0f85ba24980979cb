/* Leaves nothing in a sandbox for its bot's next game. A part of the warden. */
#pragma once

/* Remembers how the sandbox is before its first game, which finds all as later ones do. */
void remember_start(void);

/* Removes all that a bot can leave there, once all its processes have ended. Returns whether the sandbox is now as it
   was at the start; if not, it is to serve no more. */
int clear_all(void);
