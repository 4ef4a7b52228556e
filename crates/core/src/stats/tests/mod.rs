//! What the statistics promise, checked against enumeration and against other programs' numbers.

mod brute;
