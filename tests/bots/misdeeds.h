/* What the scripted bot can do instead of a plain answer, by name. */
#pragma once

struct misdeed {
    const char* name;
    int before_reading; /* done when the turn block may have come but has not been read; otherwise instead of answering
                         */
    /* `argument` is what stands behind the colon of "name:argument"; `answer` is a valid answer with its line end.
     * After a misdeed that returns the bot plays on. */
    void (*act)(const char* argument, const char* answer);
};

/* Each ends with an entry that has no name. */
extern const struct misdeed misdeeds_of_writing[];
extern const struct misdeed misdeeds_of_living[];
