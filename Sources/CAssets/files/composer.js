// The composer part of the pages.
