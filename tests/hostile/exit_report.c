/* Loaded into the referee with LD_PRELOAD. At exit, it reports the referee's peak memory and the number of open
 * descriptors to the file in EXIT_REPORT. No other way is exact: wait4() also counts the bots, and an outside observer
 * would be too late. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char path[4096];

/* Removes LD_PRELOAD from the environment, because the bots must not inherit this library. */
__attribute__((constructor)) static void begin(void) {
    const char* given = getenv("EXIT_REPORT");
    snprintf(path, sizeof path, "%s", given != NULL ? given : "");
    unsetenv("EXIT_REPORT");
    unsetenv("LD_PRELOAD");
}

__attribute__((destructor)) static void end(void) {
    int open_files = 0;
    DIR* folder = opendir("/proc/self/fd");
    while (folder != NULL && readdir(folder) != NULL)
        ++open_files;
    if (folder != NULL) closedir(folder);
    FILE* report = path[0] != '\0' ? fopen(path, "we") : NULL;
    FILE* status = fopen("/proc/self/status", "re");
    if (report == NULL || status == NULL) return;
    for (char line[256]; fgets(line, sizeof line, status) != NULL;) {
        if (strncmp(line, "VmHWM:", 6) == 0) fprintf(report, "peak_kb %d\n", atoi(line + 6));
    }
    fprintf(report, "descriptors %d\n", open_files - 3); /* without ".", ".." and the folder's own descriptor */
    fclose(status);
    fclose(report);
}
