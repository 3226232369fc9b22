// The entry part of the pages.
