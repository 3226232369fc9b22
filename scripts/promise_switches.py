"""Puts breaks of Swift code behind switches, so that one build holds all of them. For scripts/try-promises.

The body of the function around a break is there once for each of its breaks and once as it is: `if` a file with the break's
number exists when the program starts, the broken body runs. A constant outside of functions gets `?` and `:` in the same way."""
import os
import re

MODIFIERS = (r"^(?:@\w+(?:\([^)]*\))?\s+|(?:package|public|private|fileprivate|internal|static|class|override|mutating|nonmutating|final"
             r"|convenience|required|nonisolated|consuming|borrowing|lazy)(?:\(\w+\))?\s+)*")
FUNCTION = re.compile(MODIFIERS + r"(?:func\b|init[?!]?[(<]|deinit\b|subscript\b|get\b|set\b|var\s+`?\w+`?\s*:[^={]*$)")
TYPE = re.compile(MODIFIERS + r"(?:struct|class|enum|actor|extension|protocol)\b")
CONSTANT = re.compile(MODIFIERS + r"(?:let|var)\s+`?\w+`?[^={(]*?\s=\s", re.DOTALL)
# A line that begins so goes on with the statement of the line before.
GOES_ON = re.compile(r"\s*(?:where\b|->|throws\b|async\b|\{|\.(?!\.)|&&|\|\||\?|:|\+ |else\b)")


class Block:
    """A pair of braces with the statement that it belongs to, and the statements between its braces."""

    def __init__(self, parent, header, start):
        self.parent, self.header, self.start, self.end = parent, header, start, None
        self.statements = []


def string_end(text, at):
    """Where the string literal ends that begins at this place."""
    hashes = re.compile(r"#*").match(text, at).end() - at
    quote = '"""' if text.startswith('"""', at + hashes) else '"'
    at += hashes + len(quote)
    close, escape = quote + "#" * hashes, "\\" + "#" * hashes
    while not text.startswith(close, at):
        if text.startswith(escape + "(", at):
            at, depth = at + len(escape) + 1, 1
            while depth:
                if text[at] == '"' or text[at] == "#" and re.match(r'#+"', text[at:at + 9]):
                    at = string_end(text, at)
                    continue
                depth += (text[at] == "(") - (text[at] == ")")
                at += 1
        elif text.startswith(escape, at):
            at += len(escape) + 1
        else:
            at += 1
    return at + len(close)


def blocks(text):
    """All pairs of braces of a file; the first one is the file itself."""
    whole = Block(None, "", -1)
    found, open_block, at = [whole], whole, 0
    parentheses, begin = [0], [0]  # For each open brace: how many are open in it, and where its present statement begins.
    while at < len(text):
        sign = text[at]
        if text.startswith("//", at):
            at = text.find("\n", at) if "\n" in text[at:] else len(text)
            continue
        if text.startswith("/*", at):
            at = text.index("*/", at) + 2
            continue
        if sign == '"' or sign == "#" and re.match(r'#+"', text[at:at + 9]):
            at = string_end(text, at)
            continue
        if sign == "`":
            at = text.index("`", at + 1)
        elif sign in "([":
            parentheses[-1] += 1
        elif sign in ")]":
            parentheses[-1] -= 1
        elif sign == "{":
            open_block = Block(open_block, text[begin[-1]:at].strip(), at)
            found.append(open_block)
            parentheses.append(0)
            begin.append(at + 1)
        elif sign == "}":
            open_block.statements.append((begin.pop(), at))
            parentheses.pop()
            open_block.end, open_block = at, open_block.parent
        elif sign in "\n;" and not parentheses[-1] and (sign == ";" or not GOES_ON.match(text, at + 1)):
            open_block.statements.append((begin[-1], at))
            begin[-1] = at + 1
        at += 1
    whole.end = len(text)
    return found


def without_comments(header):
    return re.sub(r"//[^\n]*\n\s*", "", header).strip()


def changed(text, old, new):
    """The part of the file that a break changes, without what its two sides have in common, as (start, end, new text)."""
    start = text.index(old)
    head = len(os.path.commonprefix([old, new]))
    tail = len(os.path.commonprefix([old[head:][::-1], new[head:][::-1]]))
    return start + head, start + len(old) - tail, new[head:len(new) - tail]


def place(text, found, start, end):
    """What has to be there twice for a change of this part: the inside of a function, or the value of a constant; or None."""
    around = [block for block in found if block.start < start and end <= block.end]
    for block in sorted(around, key=lambda block: -block.start):
        if block.parent and FUNCTION.match(without_comments(block.header)):
            return "function", block.start + 1, block.end
        if block.parent is None or TYPE.match(without_comments(block.header)):
            for first, last in block.statements:
                comment = re.compile(r"(?:\s|//[^\n]*\n)*").match(text, first).end()
                value = CONSTANT.match(text[comment:last])
                if value and comment + value.end() <= start and end <= last:
                    return "constant", comment + value.end(), last
            return None
    return None


def switched(text, breaks, folder):
    """The file with these breaks behind switches, as {number: (old, new)}; the numbers that cannot be; and the lines of each."""
    found = blocks(text)
    places, left = {}, []
    for number, (old, new) in breaks.items():
        start, end, replacement = changed(text, old, new)
        where = place(text, found, start, end)
        if where is None or replacement.count("{") - replacement.count("}") != text.count("{", start, end) - text.count("}", start, end):
            left.append(number)
            continue
        places.setdefault(where, {})[number] = text[where[1]:start] + replacement + text[end:where[2]]
    # Of two places one inside the other, the inner one's breaks are made in the outer one.
    for inner in sorted(places, key=lambda where: where[1]):
        for outer in sorted(places, key=lambda where: where[1]):
            if inner != outer and outer[1] <= inner[1] and inner[2] <= outer[2] and inner in places:
                for number, body in places.pop(inner).items():
                    places[outer][number] = text[outer[1]:inner[1]] + body + text[inner[2]:outer[2]]
    made, at, lines = "", 0, {}
    for where in sorted(places, key=lambda where: where[1]):
        kind, start, end = where
        made += text[at:start]
        bodies = places[where]
        for number, body in bodies.items():
            first = made.count("\n") + 1
            if kind == "function":
                made += f"{' else ' if not number == next(iter(bodies)) else chr(10)}if isPromiseBroken{number} {{\n{body.rstrip(' ')}\n}}"
            else:
                made += f"isPromiseBroken{number} ? ({body}) : "
            lines[number] = (first, made.count("\n") + 1)
        made += f" else {{\n{text[start:end].rstrip(' ')}\n}}\n" if kind == "function" else f"({text[start:end]})"
        at = end
    made += text[at:]
    numbers = [number for where in places.values() for number in where]
    if numbers:
        # A function of the C library that nothing uses, so that no import is needed and no declaration contradicts it.
        made += '\n@_silgen_name("euidaccess") private func promiseFile(_ path: UnsafePointer<CChar>, _ mode: Int32) -> Int32\n'
        for number in numbers:
            made += f'private let isPromiseBroken{number} = unsafe promiseFile("{folder}/{number}", 0) == 0\n'
    return made, left, lines
