"""The prose of ``rules/README.md`` that no data says: how to write a rule, and what a pattern may be."""

from __future__ import annotations

INTRODUCTION = """\
# The rule catalogue

One file is one kind of failure: `rules/<area>/<id>.toml`. The engine runs all signals of all rules over the logs in
one pass, decides which rank failed first, and then lets the rule of that failure explain it: which of several causes
it was, what speaks against it, what to check, what to change, and how to verify the change.

This page is made from the rule files and from the program itself: `denpex-tui rules docs --dir rules` writes it anew.
"""

FIVE_MINUTES = """\
## Write a rule in five minutes

Say your training code ends with `RuntimeError: shard train-00017 failed its checksum`, and your team wants everybody
who meets it to read what to do.

1. Write a skeleton where your own rules live (`~/.config/denpex-tui/rules` is read by itself; any other directory is
   named with `--rules DIR`):

   ```
   denpex-tui rules new shard-checksum --area data --dir ~/.config/denpex-tui/rules
   ```

2. Open the file it names and paste the real line of your log into the first sample. Then write the pattern from it:
   keep the words that never change, and name what does.

   ```toml
   [[signals]]
   id = "message"
   pattern = '^RuntimeError: shard (?P<shard>[\\w.-]+) failed its checksum'
   role = "initiator"
   text = "shard {shard} is damaged"

   [[samples]]
   matches = ["message"]
   text = '''
   [rank3]: RuntimeError: shard train-00017 failed its checksum
   '''

   [[samples]]
   note = "what looks like it and is not"
   text = '''
   INFO data: shard train-00017 passed its checksum
   '''
   ```

   Is the rank that prints it the one that failed by itself? Then the role is `initiator`. Did it only notice that
   another rank was gone? Then it is `collateral`, and nobody is blamed for printing it.

3. Replace every `TODO` by a sentence, and let the checker say what is missing. The least is a summary, a signal, three
   checklist items of which one verifies itself, one fix with the command that verifies it, and one reference, which
   may be a page of your own. What no line says but the logged values do, such as a loss that was NaN, is a condition:
   the skeleton holds one as a comment, and its id may stand in any list, as in `found_by = ["message + loss-nan"]`.

   ```
   denpex-tui rules check ~/.config/denpex-tui/rules
   ```

   It names file, line, reason and the way out, and runs the samples. A rule without a sample that matches and one
   that must not is refused: the second one is what keeps your colleagues' trust. Keep real lines that look alike there.

4. Look at it in a report of a real log:

   ```
   denpex-tui report ./logs/                       # with your rules in ~/.config/denpex-tui/rules
   denpex-tui report ./logs/ --rules my-rules/     # or anywhere else
   ```

   The item that is still pending although you expected it to tick itself off names what was not seen: `R` on the screen
   shows for each signal and condition of a rule whether these logs hold it, and where.

   While the screen follows a running job, a changed rule takes effect at once; one that broke stays as it was, and
   the error is shown. A rule with the id of a bundled one replaces it, and every report says so.

Editors with Taplo (Even Better TOML) complete and check the keys: the first line of each file, `#:schema
../rule.schema.json`, names the schema that `rules new` puts beside your areas.
"""

PATTERNS = """\
## Patterns

A pattern is a regular expression in the common subset of Python's `re` and of the scanner (hyperscan), which looks
for all patterns at once in linear time.

- It matches within **one line**, after the line's prefixes (time, level, `[rank3]:`, `[default2]:`, host …) were
  peeled: a leading `^` is the start of what is left. A `$` is the end of the line.
- No look-around, no back-references, no atomic groups, no possessive repeats. It must not match an empty line.
- Named groups `(?P<name>…)` become fields: `{name}` in any text of the rule, `[facts]` shows them, `[[lookups]]`
  derives others from them. A field that was not captured is shown as `<name>`.
- Write patterns in TOML's single quotes, where a backslash is a backslash.
- Anchor it: a word that also stands in a configuration dump, a package list or a source line fires there too. Quoted
  source lines of a traceback are not matched unless `where` says so.
- Bound what you skip (`[^,]{0,80}` rather than `.*`), so that one line of a megabyte stays one line's work.
"""

NAMES = """\
## Names in lists

`decided_by`, `supported_by`, `ruled_out_by`, `found_by`, `contradicted_by`, `when`, `control_shows` and
`control_lacks` list names of signals and conditions. The entries of a list are alternatives; within an entry `" + "`
joins names that must all hold, and `!name` holds when it was not seen: `["norm-nan + !overflow", "loss-nan-some"]`.

The engine itself knows these names:
"""

CONDITIONS = """\
## Metric conditions

Failures that no line announces (a norm that is NaN at every step, a loss that is frozen) are found in the values that
ranks log over the steps. A condition has a name like a signal, and holds when enough ranks meet its test:

```toml
[[conditions]]
id = "loss-nan-some"
metric = "loss"            # or a list of names: the first that a rank logs counts
test = "nan"
at = "failure"
ranks = "some"
origin = true              # these ranks are where a symmetric failure began
text = "at step {step} the loss was NaN on rank {ranks} only"
```

Names of metrics are as the log writes them; usual spellings of `loss`, `grad_norm` and `lr` are one name each.
"""

LEADS = """\
## Which rule leads

Several rules may match the lines of one failure. A rule that another one's `overrides` names never leads over it;
then an initiator leads over a collateral, then the higher `priority`, then the id. Of several failures of one rank
the local cause leads over what it noticed of others, whatever the clocks say.
"""
