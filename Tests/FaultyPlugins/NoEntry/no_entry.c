/* A shared library that is no skill. */
int something_else(void) { return 1; }
