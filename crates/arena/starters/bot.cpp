// A bot in C++: it plays the first legal move. Yours will choose better.
#include <iostream>
#include <sstream>
#include <string>
int main() {
    for (std::string line, word, first; std::getline(std::cin, line); ) {
        std::istringstream words(line);
        words >> word;
        if (word == "ugi") std::cout << "id name starter\nugiok" << std::endl;
        else if (word == "isready") std::cout << "readyok" << std::endl;
        else if (word == "legal") words >> first;
        else if (word == "go") std::cout << "bestmove " << first << std::endl;
        else if (word == "quit") return 0;
    }
}
