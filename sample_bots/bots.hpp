// The sample bots. Each is a program of its own, whose main() calls one of these functions (bot_main.cpp).
#pragma once

namespace sample_bots {

/// These functions play games on stdin and stdout until the referee ends them. They return an exit code (bot.hpp).
int alphabeta(int argc, char** argv);
int fitz1(int argc, char** argv);
int fitz2(int argc, char** argv);
int greedy(int argc, char** argv);
int mcts(int argc, char** argv);
int random(int argc, char** argv);

}  // namespace sample_bots
