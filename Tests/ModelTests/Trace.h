/* The events of a recorded run, in the file that MODEL_TRACE names: three numbers a line. At its end,
   the program prints how many events the model could follow. */
#include <stdio.h>
#include <stdlib.h>

static int followed;

static void printFollowed(void) { printf("followed %d events\n", followed); }

static int eventWord(int index, int word) {
    static int words[10000][3], count = -1;
    if (count < 0) {
        FILE *file = fopen(getenv("MODEL_TRACE"), "r");
        count = 0;
        while (file && count < 10000
            && fscanf(file, "%d %d %d", &words[count][0], &words[count][1], &words[count][2]) == 3) count++;
        if (file) fclose(file);
        atexit(printFollowed);
    }
    if (index > followed) followed = index;
    return index < count ? words[index][word] : 0;
}
