// The C mathematics that Insights uses (ISO C 99, 7.12).
double exp(double x);
double log(double x);
double log1p(double x);
double pow(double base, double exponent);
double erfc(double x);
