# SPDX-License-Identifier: MIT
"""binding_page.py ROOT CC LIBRARY...: the program of docs/binding.md over a brain file, and later edits of the file.

The program is compiled as the page shows it, with the address sanitizer. Over the page's file it prints what the page
says. Over each edited file, and over all edits at once, it reports what the page says, and ends with status 1.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = "docs/binding.md"
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Wno-unused-parameter", "-g", "-O1",
         "-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
EDITS = {
    "alert": ("context:\n", "context:\n  alert: uint8\n"),
    "whistle": ("whistle", "whistles"),
    "distance": ("type: float, initial: 20", "type: int, initial: 20"),
}


def block(blocks, language, *words):
    """Returns the only block of this language that contains these words."""
    found = [text for kind, text in blocks if kind == language and all(word in text for word in words)]
    if len(found) != 1:
        sys.exit(f"{PAGE}: {len(found)} blocks of '{language}' have {words}, not one")
    return found[0]


def run(folder, program, yaml):
    pathlib.Path(folder, "guard.yaml").write_text(yaml)
    done = subprocess.run([program], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    return done.returncode, done.stdout, done.stderr


def main(root, compiler, *libraries):
    root = pathlib.Path(root).resolve()
    blocks = FENCE.findall((root / PAGE).read_text())
    yaml = block(blocks, "yaml", "brain: guard", "whistle")
    printed = block(blocks, "text", "Stop, thief!")
    told = block(blocks, "", "guard.yaml:").splitlines()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder, "guard.c"), pathlib.Path(folder, "guard")
        source.write_text(block(blocks, "c", "wits_file_open", "int main"))
        subprocess.run([compiler, *FLAGS, f"-I{root / 'include'}", source, "-o", program, *libraries], check=True)
        if run(folder, program, yaml) != (0, printed, ""):
            wrong.append(f"over the page's file: {run(folder, program, yaml)}")
        every = yaml
        for name, (old, new) in EDITS.items():
            every = every.replace(old, new)
            status, output, messages = run(folder, program, yaml.replace(old, new))
            expected = [line for line in told if f"'{name}'" in line]
            if name == "distance":  # one line further down if `alert` is above it
                expected = [line.replace(":5:", ":4:") for line in expected]
            if (status, output, messages.splitlines()) != (1, "", expected) or len(expected) != 1:
                wrong.append(f"after the edit of {name}: status {status}\n{output}{messages}")
        status, output, messages = run(folder, program, every)
        if (status, output, messages.splitlines()) != (1, "", told):
            wrong.append(f"after all edits: status {status}\n{output}{messages}")
    print("\n".join(wrong) or f"the program of {PAGE} holds beside {len(EDITS)} edited files")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
