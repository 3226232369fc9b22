#ifndef CKILLPOINT_H
#define CKILLPOINT_H

// A library for tests, loaded into a program under test with LD_PRELOAD. It counts the calls by which the program changes
// files ("points") and, on demand, kills the program at one of them. What it does follows from the environment:
//
// KILLPOINT_PROGRAM  the program's file; in any other program that inherits the environment nothing happens
// KILLPOINT_FOLDERS  absolute paths, separated by ':'; only what lies in them counts, and of that not SQLite's -shm files,
//                    which are memory and not storage, and nothing that standard output and standard error lead to
// KILLPOINT_LOG      a file: one line for each point, "number TAB call TAB name TAB bytes", and one for the kill with a word
//                    in front, "before", "torn" or "after"
// KILLPOINT_SOCKETS  if set, what is sent through sockets of the same machine (AF_UNIX) counts too, named "socket"
// KILLPOINT_NUMBER   the point at which the program is killed; without it, points are only counted
// KILLPOINT_MOMENT   "before" the call, "torn" after half of the bytes of a write, or "after" the call. A call that writes
//                    nothing cannot be torn: it is killed before.
//
// Programs that the program starts do not inherit the library.

#endif
