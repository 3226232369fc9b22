// Lets chance come out the same each time: the library is loaded into programs with LD_PRELOAD. Names and keys that a program draws then
// lie on the same pages in every run, so that what it does can be counted. For tests alone: nothing that is drawn is a secret.
//
// STEADY_CHANCE  a file that counts the programs that have begun, so that each draws something else; its name does not matter. Without
//                it chance is what it always is.
