#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes text/unicode_tables.inc from the Unicode character database that this Python has (unicodedata).

    python3 tools/unicode/tables.py > text/unicode_tables.inc

Run by hand, with a newer Python when a newer version of Unicode is wanted; the build does not need Python.
"""
import sys
import unicodedata as ucd

LAST = 0x10FFFF
# The order of the bits is that of text/unicode.h.
LETTER, NUMBER, WHITE, PUNCTUATION, OTHER, NONSPACING, CASED, CASE_IGNORABLE = (1 << i for i in range(8))
WHITE_SPACE = {*range(9, 14), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}


def ends_in_final_sigma(text):
    return (text + "\u03a3").lower().endswith("\u03c2")


def properties(code):
    c = chr(code)
    category = ucd.category(c)
    bits = 0
    if category[0] == "L":
        bits |= LETTER
    if category[0] == "N":
        bits |= NUMBER
    if code in WHITE_SPACE:
        bits |= WHITE
    if category[0] == "P":
        bits |= PUNCTUATION
    if category[0] == "C":
        bits |= OTHER
    if category == "Mn":
        bits |= NONSPACING
    # Python does not give these two properties; its lower() shows them by how it writes a sigma behind the character.
    if ends_in_final_sigma(c):
        bits |= CASED
    elif ends_in_final_sigma("A" + c):
        bits |= CASE_IGNORABLE
    return bits


def write(name, kind, comment, rows):
    print(f"// {comment}\nconstexpr {kind} {name}[] = {{")
    line = "   "
    for row in rows:
        if len(line) + len(row) + 2 > 118:
            print(line)
            line = "   "
        line += " " + row + ","
    print(line)
    print("};\n")


def changes(value_of):
    """The code points at which a function of the code point changes, with its value from there on."""
    last = None
    for code in range(LAST + 1):
        value = value_of(code)
        if value != last:
            yield code, value
        last = value


def lower_runs():
    """Runs of code points whose simple lower case is at one distance, one or two code points apart."""
    runs = []
    for code in range(0x80, LAST + 1):
        low = chr(code).lower()
        if len(low) != 1 or ord(low) == code:
            continue
        distance = ord(low) - code
        if runs:
            first, last, step, d = runs[-1]
            gap = code - last
            if d == distance and (gap == step or (first == last and gap <= 2)):
                runs[-1] = (first, code, gap, d)
                continue
        runs.append((code, code, 1, distance))
    return runs


def main():
    print("// SPDX-License-Identifier: BSD-3-Clause")
    print("// Written by tools/unicode/tables.py from the Unicode character database of Python's unicodedata,")
    print(f"// version {ucd.unidata_version}. Not to be edited.\n")
    write("kProperties", "uint32_t", "Code point << 8 | properties, from there to the next row.",
          [f"{code << 8 | value:#x}" for code, value in changes(properties)])
    write("kLower", "LowerRun", "First, last, step, distance to the lower case.",
          ["{%#x, %#x, %d, %d}" % run for run in lower_runs()])
    write("kCombining", "uint32_t", "Code point << 8 | canonical combining class, from there to the next row.",
          [f"{code << 8 | value:#x}" for code, value in changes(lambda code: ucd.combining(chr(code)))])
    rows = []
    for code in range(LAST + 1):
        if 0xAC00 <= code <= 0xD7A3 or 0xD800 <= code <= 0xDFFF:
            continue
        text = ucd.decomposition(chr(code))
        if text and not text.startswith("<"):
            parts = [int(part, 16) for part in text.split()]
            rows.append("{%#x, %#x, %#x}" % (code, parts[0], parts[1] if len(parts) > 1 else 0))
    write("kDecompositions", "Decomposition", "Canonical decompositions into one or two code points; Hangul is computed.", rows)


sys.exit(main())
