/* The misdeeds of the scripted bot: what it can do instead of answering, by name. */
#pragma once

struct misdeed {
    const char* name;
    /* 1: done before the turn block is read, when it may have arrived; 0: done instead of answering */
    int before_reading;
    /* `argument` is the text after the colon of "name:argument". `answer` is a valid answer with its line end. If act()
     * returns, the bot plays on. */
    void (*act)(const char* argument, const char* answer);
};

/* Both arrays end with an entry whose name is NULL. */
extern const struct misdeed misdeeds_of_writing[];
extern const struct misdeed misdeeds_of_living[];
