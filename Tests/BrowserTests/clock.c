/* The clock on the wall, as the tests set it (clock.py). Preloaded into every program of a run, it shows what the file TEST_CLOCK
   says: two numbers of nanoseconds, the first to be added to the system's time, the second, if it is not 0, the time at which the
   clock has stopped. So the tests take place on one day at one hour, whenever they run, and a test in which a minute has to pass
   moves the clock. Clocks that only measure go as ever. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *set;
static int (*clock_of_the_system)(clockid_t, struct timespec *);

__attribute__((constructor)) static void open_clock(void) {
    clock_of_the_system = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    const char *path = getenv("TEST_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *map = mmap(NULL, 2 * sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (map != MAP_FAILED) set = map;
}

static struct timespec moved(struct timespec time, int64_t by) {
    int64_t all = (int64_t)time.tv_sec * 1000000000 + time.tv_nsec + by;
    return (struct timespec){all / 1000000000, all % 1000000000};
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!clock_of_the_system) open_clock();
    int result = clock_of_the_system(clock, time);
    if (!set || result != 0 || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return result;
    int64_t stopped = set[1];
    *time = stopped ? moved((struct timespec){0}, stopped) : moved(*time, set[0]);
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *target) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (target) *target = now.tv_sec;
    return now.tv_sec;
}

/* The kernel waits by its own clock. */
int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    struct timespec system = set ? moved(*until, -set[0]) : *until;
    return sem_clockwait(semaphore, CLOCK_REALTIME, &system);
}
