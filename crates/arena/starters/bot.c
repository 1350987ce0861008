/* A bot in C: it plays the first legal move. Yours will choose better. */
#include <stdio.h>
#include <string.h>
int main(void) {
    static char line[1 << 20], first[256] = "";
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (!strncmp(line, "ugi", 3)) puts("id name starter\nugiok");
        else if (!strncmp(line, "isready", 7)) puts("readyok");
        else if (!strncmp(line, "legal", 5)) sscanf(line, "legal %255s", first);
        else if (!strncmp(line, "go", 2)) printf("bestmove %s\n", first);
        else if (!strncmp(line, "quit", 4)) return 0;
    }
    return 0;
}
