/* The events of a recorded run, in the file that MODEL_TRACE names: three numbers a line. */
#include <stdio.h>
#include <stdlib.h>

static int eventWord(int index, int word) {
    static int words[10000][3], count = -1;
    if (count < 0) {
        FILE *file = fopen(getenv("MODEL_TRACE"), "r");
        count = 0;
        while (file && count < 10000
            && fscanf(file, "%d %d %d", &words[count][0], &words[count][1], &words[count][2]) == 3) count++;
        if (file) fclose(file);
    }
    return index < count ? words[index][word] : 0;
}
