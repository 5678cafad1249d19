"""The model counter ganak as a program: a DIMACS formula by standard input, the count on standard output."""

import sys

import pyganak

counter = pyganak.Counter()
for line in sys.stdin:
    words = line.split()
    if words[:3] == ["c", "p", "show"]:
        counter.set_sampling_set([int(word) for word in words[3:-1]])
    elif words[:2] == ["p", "cnf"]:
        counter.new_vars(int(words[2]))
    elif words and words[0] != "c":
        counter.add_clause([int(word) for word in words[:-1]])
print("c s type pmc")
print("c s exact arb int", counter.count())
