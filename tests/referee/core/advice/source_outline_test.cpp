// Tests that a source is recognised that only defines functions and classes, and no other one.
#include "referee/core/advice/source_outline.hpp"

#include <doctest/doctest.h>

#include <string_view>

using referee::only_defines_javascript;
using referee::only_defines_python;

TEST_CASE("a source in Python that only defines functions and classes is recognised") {
    for (const std::string_view source : {
             "class Bot:\n    def move(self):\n        return 1\n",
             "#!/usr/bin/python3\n\"\"\"A bot.\n\nIt plays() well.\n\"\"\"\nimport sys\nfrom random import choice\n\n"
             "SIZE = 5\n\n@cached\ndef choose(\n    moves,\n):\n    print(moves)\n",
             "def f():\r\n\tpass\r\n",
             "class Bot:\n    '''Text\nmain()\n'''\n",
         })
        CHECK_MESSAGE(only_defines_python(source), source);
    for (const std::string_view source : {
             "",
             "import sys\n",
             "SIZE = 5\n",
             "def main():\n    pass\nmain()\n",
             "def main():\n    pass\nif __name__ == \"__main__\":\n    main()\n",
             "class Bot:\n    pass\nbot = Bot()\n",
             "def f():\n    pass\nwhile True:\n    f()\n",
             "def f():\n    pass\nfor i in range(3): f()\n",
             "def f():\n    pass\nprint(f(), end='')\n",
             "def f():\n    pass\ntry:\n    f()\nexcept EOFError:\n    pass\n",
         })
        CHECK_MESSAGE(!only_defines_python(source), source);
}

TEST_CASE("a source in JavaScript that only defines functions and classes is recognised") {
    for (const std::string_view source : {
             "class Bot {\n  move() { return 1; }\n}\nmodule.exports = Bot;\n",
             "'use strict';\nconst fs = require('fs');\nconst size = 5;\nfunction choose(moves) {\n  return 1;\n}\n",
             "const choose = (moves) => moves[0];\n",
         })
        CHECK_MESSAGE(only_defines_javascript(source), source);
    for (const std::string_view source : {
             "",
             "const fs = require('fs');\n",
             "function main() {\n}\nmain();\n",
             "class Bot {\n}\nconst bot = new Bot();\n",
             "function f() {\n}\nprocess.stdin.on('data', f);\n",
         })
        CHECK_MESSAGE(!only_defines_javascript(source), source);
}
