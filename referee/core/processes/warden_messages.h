/* The messages between the warden of a sandbox and the referee. Each is one packet. This file is used by C and C++. */
#pragma once

#include <stdint.h>

/* The descriptors that the warden is started with. */
enum warden_descriptor {
    warden_socket = 3,
    warden_program = 4,
    warden_filter = 5,
};

enum warden_message_kind {
    /* Messages of the warden. */
    warden_hello = 1,       /* sent by the warden itself; the credentials contain its pid; carries its /proc */
    warden_bot_hello = 2,   /* sent by the process that becomes the bot; the credentials contain its pid */
    warden_bot_runs = 3,    /* the bot's program has been started */
    warden_bot_refused = 4, /* the bot's program could not be started; `value` is the error number */
    warden_bot_ended = 5,   /* `value` is the status of wait(); the warden now ends everything that it has started */
    warden_done = 6, /* an order has been carried out, or, for warden_go_on, is about to be; `value` is its number */
    warden_resumed = 11, /* follows warden_done when warden_go_on has been carried out; `value` is the maximum number of
                            microseconds for which the bot may still have been stopped */
    warden_stopped_one = 12, /* like warden_done, for warden_stop, if the bot's own process is the only one */
    /* Orders of the referee. `value` is the order's number, which is unique. warden_start has none. */
    warden_stop = 7,   /* SIGSTOP to every process in the sandbox; done when all of them are stopped */
    warden_go_on = 8,  /* SIGCONT to every process in the sandbox */
    warden_start = 9,  /* start the bot; carries its descriptors 0, 1 and 2, the only ones that it gets */
    warden_clear = 10, /* end every process in the sandbox, and remove everything that a bot can leave there; if the
                          warden can't do that at once, it exits, which ends the sandbox */
};

struct warden_message {
    int32_t kind;
    int32_t value;
};
