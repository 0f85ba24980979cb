/* The misdeeds of the scripted bot: what it can do instead of answering, by name. */
#pragma once

struct misdeed {
    const char* name;
    /* 1: act() is called before the bot reads the turn block, which may not have arrived yet; 0: act() is called
     * instead of answering */
    int before_reading;
    /* `argument` is the text after the colon of "name:argument". `answer` is a valid answer with its line end. If act()
     * returns, the bot continues to play. */
    void (*act)(const char* argument, const char* answer);
};

/* Both arrays end with an entry whose name is NULL. */
extern const struct misdeed misdeeds_of_writing[];
extern const struct misdeed misdeeds_of_living[];
