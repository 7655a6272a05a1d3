"""The style sheet of the HTML report, and the digest that lets it in; it must not know the page's content."""

from base64 import b64encode
from hashlib import sha256

STYLE = """
:root {
  color-scheme: light dark; --bg: #faf9f7; --card: #ffffff; --ink: #1d1c1a; --soft: #6a665f; --line: #e3dfd8;
  --link: #1f5fa8; --fail: #b3261e; --partial: #a86a00; --pass: #2f7a4d; --na: #a8a39a; --fail-bg: #fbe9e7;
  --partial-bg: #fdf1dc; --pass-bg: #e8f4ec; --na-bg: #f0eeea; --mark: #ffe08a; --data: #2b6cb0;
  --orders: #6b46c1; --form: #0f766e; --sample: #7a7a00; --reasoning: #b83280; --other: #77726a;
  --data-bg: #eef4fb; --orders-bg: #f3effb; --form-bg: #e9f5f3; --sample-bg: #f6f6e4; --reasoning-bg: #faeef5;
  --other-bg: #f3f1ee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #161514; --card: #1f1e1c; --ink: #e9e6e1; --soft: #a09a91; --line: #37342f; --link: #8ab8ec;
    --fail: #ff8a80; --partial: #f0b95a; --pass: #7fce9d; --na: #7d786f; --fail-bg: #3a1f1c;
    --partial-bg: #392b13; --pass-bg: #1b3124; --na-bg: #2a2825; --mark: #6b5410; --data: #7fb2ea;
    --orders: #b79cf0; --form: #5fc9bd; --sample: #cbcb62; --reasoning: #ee9cc8; --other: #a39d93;
    --data-bg: #1a2531; --orders-bg: #251f33; --form-bg: #172b29; --sample-bg: #2a2a16;
    --reasoning-bg: #31202a; --other-bg: #272522;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 72rem; background: var(--bg); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif;
}
h1 { font-size: 1.7rem; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 1.1rem; margin: 2.5rem 0 0.75rem; }
p { margin: 0.25rem 0; }
a { color: var(--link); text-underline-offset: 0.15em; }
code, .no, .path {
  font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.85rem;
}
.soft { color: var(--soft); }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 1rem 0 0; padding: 0; list-style: none; }
.chip {
  border: 1px solid var(--line); background: var(--card); border-radius: 0.6rem; padding: 0.4rem 0.9rem;
  min-width: 6rem;
}
.chip b { display: block; font-size: 1.5rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.sev {
  display: inline-block; border-radius: 0.3rem; padding: 0 0.45rem; font-size: 0.8rem; font-weight: 600;
  white-space: nowrap;
}
.High, .Unscored, .Fail { color: var(--fail); }
.sev.High, .sev.Unscored, td.Fail { background: var(--fail-bg); }
.Medium, .Partial { color: var(--partial); }
.sev.Medium, td.Partial { background: var(--partial-bg); }
.Low, .Pass { color: var(--pass); }
.sev.Low, td.Pass { background: var(--pass-bg); }
.None { color: var(--soft); }
td.None { background: var(--na-bg); }
.rates { display: grid; gap: 0.6rem; margin: 0; padding: 0; list-style: none; }
.rates li {
  display: grid; grid-template-columns: 20rem 1fr 3.5rem 12rem; gap: 0.2rem 1rem; align-items: center;
}
.rates .percent { text-align: right; font-weight: 600; font-variant-numeric: tabular-nums; }
.rates small, .verdicts small { color: var(--soft); font-size: 0.8rem; }
.bar { display: block; width: 100%; height: 0.9rem; border-radius: 0.25rem; background: var(--na-bg); }
.bar .f { fill: var(--fail); }
.bar .p { fill: var(--partial); opacity: 0.75; }
.bar .k { fill: var(--pass); opacity: 0.35; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
th, td {
  padding: 0.4rem 0.6rem; text-align: left; border-bottom: 1px solid var(--line); white-space: nowrap;
}
tr:last-child td { border-bottom: 0; }
th { font-weight: 600; color: var(--soft); font-size: 0.8rem; }
td .path { color: var(--soft); font-size: 0.78rem; }
td.v, th.v { text-align: center; min-width: 3.6rem; font-size: 0.8rem; }
.key {
  display: flex; flex-wrap: wrap; gap: 0.3rem 1rem; margin: 0.5rem 0 1rem; padding: 0; list-style: none;
  font-size: 0.85rem;
}
.key span {
  display: inline-block; width: 0.8rem; height: 0.8rem; border-radius: 0.2rem; margin-right: 0.35rem;
  vertical-align: -0.1rem;
}
article {
  margin: 0 0 0.75rem; border: 1px solid var(--line); border-radius: 0.6rem; background: var(--card);
  overflow: hidden;
}
article > details > summary {
  cursor: pointer; padding: 0.7rem 1rem; display: flex; flex-wrap: wrap; gap: 0.2rem 0.75rem;
  align-items: baseline;
}
summary h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
summary .path { color: var(--soft); overflow-wrap: anywhere; }
summary::before { content: "▸"; color: var(--soft); }
details[open] > summary::before { content: "▾"; }
summary { list-style: none; }
summary::-webkit-details-marker { display: none; }
.verdicts {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 0.15rem 1.25rem;
  margin: 0; padding: 0.5rem 1rem 0.9rem; list-style: none; font-size: 0.88rem;
  border-bottom: 1px solid var(--line);
}
.verdicts li { display: flex; justify-content: space-between; gap: 0.75rem; }
.verdicts small { display: block; line-height: 1.35; }
.whole { padding: 0.25rem 1rem; border-bottom: 1px solid var(--line); }
.text { padding: 0.5rem 0; }
.l {
  display: grid; grid-template-columns: 3.5rem minmax(0, 1fr) auto; border-left: 0.3rem solid transparent;
}
.l .no { color: var(--soft); text-align: right; padding-right: 0.9rem; user-select: none; }
.l code {
  white-space: pre-wrap; overflow-wrap: anywhere; min-height: 1.35rem; unicode-bidi: isolate;
  padding-right: 0.75rem;
}
.l .label { font-size: 0.72rem; padding: 0 0.75rem; align-self: center; }
.data { border-color: var(--data); background: var(--data-bg); }
.orders { border-color: var(--orders); background: var(--orders-bg); }
.form { border-color: var(--form); background: var(--form-bg); }
.sample { border-color: var(--sample); background: var(--sample-bg); }
.reasoning { border-color: var(--reasoning); background: var(--reasoning-bg); }
.other { border-color: var(--other); background: var(--other-bg); }
.t-data { color: var(--data); }
.t-orders { color: var(--orders); }
.t-form { color: var(--form); }
.t-sample { color: var(--sample); }
.t-reasoning { color: var(--reasoning); }
.t-other { color: var(--other); }
.key .data { background: var(--data); }
.key .orders { background: var(--orders); }
.key .form { background: var(--form); }
.key .sample { background: var(--sample); }
.key .reasoning { background: var(--reasoning); }
.key .other { background: var(--other); }
.tag { font-weight: 700; }
mark {
  background: var(--mark); color: inherit; text-decoration: underline 2px; text-underline-offset: 0.2em;
  border-radius: 0.15rem;
}
.n {
  display: inline-block; min-width: 1.25rem; padding: 0 0.3rem; border-radius: 0.65rem;
  background: var(--ink); color: var(--card); font: 600 0.72rem/1.25rem system-ui, sans-serif;
  text-align: center; margin-right: 0.25rem; vertical-align: 0.05rem;
}
.note {
  margin: 0.35rem 1rem 0.6rem 3.8rem; padding: 0.5rem 0.8rem; border: 1px solid var(--line);
  border-left: 0.25rem solid var(--na); border-radius: 0.4rem; background: var(--card); font-size: 0.9rem;
  overflow-wrap: anywhere;
}
.note.high { border-left-color: var(--fail); }
.note.medium { border-left-color: var(--partial); }
.note .rule { font-weight: 600; }
.note dl { margin: 0.3rem 0 0; display: grid; grid-template-columns: 3rem 1fr; gap: 0.1rem 0.5rem; }
.note dt { color: var(--soft); }
.note dd { margin: 0; }
.whole .note { margin-left: 0; margin-right: 0; }
.fold { border-left: 0.3rem solid transparent; }
.fold .l { border-left-width: 0; }
.fold > summary { cursor: pointer; color: var(--soft); font-size: 0.8rem; padding: 0.15rem 0 0.15rem 3.8rem; }
.clean { padding: 0.6rem 1rem; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 0.25rem; }
.pair h4 { margin: 0.25rem 1rem; font-size: 0.8rem; color: var(--soft); }
.pair .l .label { display: none; }
.side.was .l { background: var(--fail-bg); }
.side.is .l { background: var(--pass-bg); }
.side.was .no::before { content: "- "; color: var(--fail); font-weight: 700; }
.side.is .no::before { content: "+ "; color: var(--pass); font-weight: 700; }
.side.none { background: var(--na-bg); opacity: 0.5; }
@media (max-width: 46rem) {
  .pair { grid-template-columns: minmax(0, 1fr); }
  .pair:not(.changed) > * + * { display: none; }
  .side.none { display: none; }
  body { padding: 1.25rem 0.75rem 3rem; }
  .rates li { grid-template-columns: 1fr auto; }
  .rates .bar { grid-column: 1 / -1; grid-row: 2; }
  .rates .counts { grid-column: 1 / -1; }
  .l { grid-template-columns: 2.4rem minmax(0, 1fr); }
  .l .no { padding-right: 0.5rem; }
  .l .label { display: none; }
  .note { margin-left: 0.75rem; margin-right: 0.75rem; }
  .fold > summary { padding-left: 0.75rem; }
  .chip { min-width: 4.6rem; padding: 0.3rem 0.7rem; }
}
@media print {
  body { max-width: none; }
  article { break-inside: avoid-page; }
}
"""

DIGEST = "sha256-" + b64encode(sha256(STYLE.encode()).digest()).decode()
