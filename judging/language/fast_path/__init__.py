"""The fast path: lines that are plainly accepted, judged without building a tree."""
