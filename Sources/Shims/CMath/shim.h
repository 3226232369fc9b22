// The C mathematics that Insights uses (ISO C 99, 7.12). It is declared here, not included, since the portable build has no C library.
double exp(double x);
double log(double x);
double log1p(double x);
double pow(double base, double exponent);
double erfc(double x);
