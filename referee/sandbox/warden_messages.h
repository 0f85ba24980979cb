/* The messages between the warden of a sandbox and the referee, one packet each. Read by C and by C++. */
#pragma once

#include <stdint.h>

/* The descriptors that the warden is started with. */
enum warden_descriptor {
    warden_socket = 3,
    warden_program = 4,
    warden_filter = 5,
};

enum warden_message_kind {
    /* From the warden. */
    warden_hello = 1,       /* sent by the warden itself: its credentials tell its pid; carries its /proc */
    warden_bot_hello = 2,   /* sent by the process that becomes the bot: its credentials tell its pid */
    warden_bot_runs = 3,    /* the bot's program has been started */
    warden_bot_refused = 4, /* it could not be: value is the error number */
    warden_bot_ended = 5, /* value is the status as wait() gives it; the warden now ends all that the bot has started */
    warden_done = 6,      /* an order is carried out, or, if it is to go on, about to be: value is its number */
    warden_resumed = 11,  /* after the warden_done of an order to go on, when it is carried out: value is for how many
                             microseconds the bot may still have been stopped, at most */
    warden_stopped_one =
        12, /* as warden_done, of an order to stop: the bot's own process is the only one that there is */
    /* Orders of the referee: value is a number that no other order has. */
    warden_stop = 7,   /* SIGSTOP to every process in the sandbox; done when all of them are stopped */
    warden_go_on = 8,  /* SIGCONT to every process in the sandbox */
    warden_start = 9,  /* start the bot; carries the three descriptors that it gets as its 0, 1 and 2, and no other */
    warden_clear = 10, /* end every process in the sandbox, and remove all that a bot can leave there; a warden that
                          can't do so at once goes, and the sandbox with it */
};

struct warden_message {
    int32_t kind;
    int32_t value;
};
