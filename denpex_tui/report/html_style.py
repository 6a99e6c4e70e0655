"""The style of the HTML report: light or dark as the reader's system is, readable on paper too."""

from __future__ import annotations

STYLE = """\
:root { color-scheme: light dark; --back: #ffffff; --text: #1c1e21; --dim: #5c636b; --line: #d4d8dd; --code: #f3f5f7;
  --cited: #fff2c2; --match: #ffd75e; --link: #0a58ca; --bad: #b3261e; --warn: #8a5a00; --good: #1b6e3c;
  --calm: #0b6470; }
@media (prefers-color-scheme: dark) {
  :root { --back: #16181b; --text: #e6e8ea; --dim: #9aa2ab; --line: #3a3f46; --code: #1f2328; --cited: #3d3413;
    --match: #7a6100; --link: #7db3ff; --bad: #ff8a80; --warn: #f2c14e; --good: #7ddc9a; --calm: #79d0dc; }
}
@media print { details > * { display: block; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 68rem; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; } h2 { font-size: 1.25rem; margin: 1.8rem 0 .25rem; }
h3 { font-size: 1.05rem; margin: 1.8rem 0 .5rem; border-bottom: 1px solid var(--line); }
p { margin: .4rem 0; overflow-wrap: anywhere; }
code, pre, td.raw, .message { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .86rem; }
pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--code); border: 1px solid var(--line);
  border-radius: 4px; overflow-x: auto; tab-size: 4; }
.message { overflow-wrap: anywhere; }
.entry { margin: .45rem 0; overflow-wrap: anywhere; } .level1 { margin-left: 2rem; } .level2 { margin-left: 4rem; }
.label { font-weight: 600; } .dim { color: var(--dim); }
.quote { margin: .35rem 0 .35rem 1.2rem; padding-left: .7rem; border-left: 3px solid var(--calm); }
.quote code { overflow-wrap: anywhere; white-space: pre-wrap; }
mark { background: var(--match); color: inherit; }
details summary { cursor: pointer; color: var(--dim); }
.excerpt .cited { background: var(--cited); } .excerpt .number { color: var(--dim); user-select: none; }
table { border-collapse: collapse; margin: .5rem 0; display: block; overflow-x: auto; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); }
a { color: var(--link); } a.cite { text-decoration: none; }
:target { outline: 2px solid var(--link); }
.bad { color: var(--bad); } .warn { color: var(--warn); } .good { color: var(--good); } .calm { color: var(--calm); }
"""
