"""The manual pages of a program, made from what it says about itself (ArgumentParser's --experimental-dump-help)."""
import json
import subprocess


def pages(program, section, date, version):
    """Yields each page's name and text: one for the program, and in section 1 one for each of its commands."""
    command = json.loads(subprocess.check_output([program, "--experimental-dump-help"]))["command"]
    shown = subprocess.check_output([program, "--help"], text=True).partition("\nSUBCOMMANDS:")[2]
    # Commands for the program's own use are in the dump, but not in its help.
    commands = [each for each in subcommands(command) if f"\n  {each['commandName']} " in shown]
    name = command["commandName"]
    header = f'"{date}" "Auralyst {version}" "Auralyst"'
    if section != 1:
        yield f"{name}.{section}", page([name], command, commands, f"{section} {header}")
        return
    listed = "".join(f".TP\n.BR {roff(name + '-' + each['commandName'])} (1)\n{roff(each['abstract'])}\n" for each in commands)
    yield f"{name}.1", page([name], command, [], f"1 {header}") + ".SH COMMANDS\n" + listed
    for each in commands:
        words = [name, each["commandName"]]
        yield f"{'-'.join(words)}.1", page(words, each, subcommands(each), f"1 {header}") + f".SH SEE ALSO\n.BR {roff(name)} (1)\n"


def subcommands(command):
    return [each for each in command.get("subcommands", []) if each["commandName"] != "help"]


def page(words, command, nested, header):
    name = "-".join(words)
    text = f".TH {roff(name.upper())} {header}\n.SH NAME\n{roff(name)} \\- {roff(command['abstract'].rstrip('.'))}\n"
    leaves = [each for each in nested if not subcommands(each)]
    # What each subcommand takes is said once.
    shared = [each for each in options(leaves[0]) if all(each in options(leaf) for leaf in leaves)] if leaves else options(command)
    text += ".SH SYNOPSIS\n" + (synopsis(words, command) if not nested else "".join(
        synopsis([*words, each["commandName"]], each) for each in nested))
    if command.get("discussion"):
        text += ".SH DESCRIPTION\n" + discussion(command["discussion"])
    for each in nested:
        text += f".SH {roff(' '.join([*words[1:], each['commandName']]).upper())}\n{roff(each['abstract'])}\n"
        text += discussion(each.get("discussion", "")) + arguments([one for one in options(each) if one not in shared])
        for inner in subcommands(each):
            text += f".SS {roff(inner['commandName'])}\n{roff(inner['abstract'])}\n" + synopsis([*words, each["commandName"], inner["commandName"]], inner)
            text += discussion(inner.get("discussion", "")) + arguments([one for one in options(inner) if one not in shared])
    return text + ".SH OPTIONS\n" + arguments(shared)


def options(command):
    return [each for each in command.get("arguments", []) if each["shouldDisplay"]]


def synopsis(words, command):
    text = f".PP\n\\fB{roff(' '.join(words))}\\fR" + (" \\fICOMMAND\\fR" if subcommands(command) else "") + " [\\fIoptions\\fR]"
    for each in options(command):
        if each["kind"] == "positional":
            place = f"\\fI{roff(each['valueName'])}\\fR" + (" ..." if each["isRepeating"] else "")
            text += f" [{place}]" if each["isOptional"] else f" {place}"
    return text + "\n"


def arguments(found):
    text = ""
    for each in found:
        names = ["-" * (1 if name["kind"] == "short" else 2) + name["name"] for name in each.get("names", [])]
        head = ", ".join(f"\\fB{roff(name)}\\fR" for name in names)
        if each["kind"] != "flag":
            head = f"{head} \\fI{roff(each['valueName'])}\\fR".strip()
        default = f" (default: {each['defaultValue']})" if each.get("defaultValue") else ""
        text += f".TP\n{head}\n{roff(each.get('abstract', '') + default)}\n"
    return text


def discussion(text):
    """Paragraphs; lines that are set in are examples, kept as they are."""
    result = ""
    for block in text.split("\n\n") if text else []:
        is_example = block.startswith(" ")
        result += ".PP\n" + (f".nf\n{roff(block)}\n.fi\n" if is_example else roff(block) + "\n")
    return result


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in (".", "'") else line for line in text.split("\n"))
