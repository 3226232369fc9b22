// Counts what a program does: the library is loaded into it with LD_PRELOAD.
//
// WORKCOUNT_PROGRAM  only this program counts; what it starts does not
// WORKCOUNT_LOG      a file of three 64-bit numbers that are always up to date: pages read, bytes of memory asked for, file syncs
