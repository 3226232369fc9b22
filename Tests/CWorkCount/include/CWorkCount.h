// Counts what a program does: the library is loaded into it with LD_PRELOAD, or linked to it.
//
// WORKCOUNT_PROGRAM  only this program counts; what it starts does not
// WORKCOUNT_LOG      a file of three 64-bit numbers that are always up to date: pages read, bytes of memory asked for, file syncs

/// Pages of a database that were read, bytes of memory that were asked for, and file syncs.
struct work_count {
    long pages, bytes, syncs;
};

/// What this process has done since it began, for a program to which this is linked. Nothing on another system than Linux.
struct work_count work_count_now(void);
