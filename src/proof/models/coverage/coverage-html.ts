import {
  type CoverageCount,
  type CoverageCounts,
  type CoveredItem,
  coverageCounts,
  guardOutcomes,
  percentText,
} from './coverage-counts.ts';
import { coverageMermaid } from './coverage-mermaid.ts';
import type { MachineCoverage } from './machine-coverage.ts';

/** The styles of the coverage page, light and dark. Red and green always differ in words too. */
const coverageStyle = `
:root { color-scheme: light dark; --text: #1f2328; --ground: #ffffff; --line: #d1d9e0; --soft: #59636e;
  --good: #1a7f37; --bad: #cf222e; --bad-ground: #ffebe9; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --ground: #0d1117; --line: #3d444d; --soft: #9198a1; --good: #3fb950; --bad: #ff7b72; --bad-ground: #3c1618; }
}
body { margin: 0 auto; padding: 1.5rem; max-width: 72rem; color: var(--text); background: var(--ground); font: 15px/1.5 system-ui, sans-serif; }
a { color: inherit; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; }
td, th { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--soft); }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
code { overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.8rem; border: 1px solid var(--line); border-radius: 6px; }
small { color: var(--soft); }
summary { cursor: pointer; margin: 0.6rem 0; }
.covered { color: var(--good); white-space: nowrap; }
.missing { color: var(--bad); background: var(--bad-ground); white-space: nowrap; }
.listed { color: var(--soft); white-space: nowrap; }
`;

interface CoverageHtmlOptions {
  /** What was run to measure it, shown under the heading. */
  readonly subject?: string;
}

/**
 * Returns one page without any other files: a table of all machines, then each with its lists and the source
 * of its diagram.
 */
export function coverageHtml(
  machines: readonly MachineCoverage[],
  { subject }: CoverageHtmlOptions = {},
): string {
  const total = machines.length > 1 ? [summaryRow('total', coverageCounts(machines), false)] : [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage of the machines</title>
<style>${coverageStyle}</style>
</head>
<body>
<h1>Coverage of the machines</h1>
${subject === undefined ? '' : `<p>${escaped(subject)}</p>\n`}<table class="summary">
<thead><tr><th>machine</th><th>states</th><th>transitions</th><th>guards both ways</th></tr></thead>
<tbody>
${[...machines.map((one) => summaryRow(one.machine, coverageCounts([one]), true)), ...total].join('\n')}
</tbody>
</table>
${machines.map(machineSection).join('\n')}
</body>
</html>
`;
}

function summaryRow(
  name: string,
  { states, transitions, guardOutcomes: guards }: CoverageCounts,
  isLink: boolean,
): string {
  const title = isLink ? `<a href="#${escaped(name)}">${escaped(name)}</a>` : escaped(name);
  return `<tr><th scope="row">${title}</th>${[states, transitions, guards].map(countCell).join('')}</tr>`;
}

function countCell(count: CoverageCount): string {
  const listed = count.unreachable === 0 ? '' : ` <small>+ ${count.unreachable} unreachable</small>`;
  return `<td class="${count.covered === count.all ? 'covered' : 'missing'}">${count.covered}/${count.all} <small>${percentText(count)}</small>${listed}</td>`;
}

function machineSection(coverage: MachineCoverage): string {
  const { machine, states, transitions } = coverage;
  const outcomes = guardOutcomes(coverage);
  return `<section id="${escaped(machine)}">
<h2>${escaped(machine)}</h2>
${list('States', states)}
${list('Transitions', transitions)}
${outcomes.length === 0 ? '' : `${list('Guards, both ways', outcomes)}\n`}<details><summary>Diagram (Mermaid)</summary><pre>${escaped(coverageMermaid(coverage))}</pre></details>
</section>`;
}

/** A list that is not empty is open. */
function list(title: string, rows: readonly CoveredItem[]): string {
  const missing = rows.filter((row) => !row.covered && row.unreachable === undefined).length;
  const told = missing === 0 ? `${rows.length}` : `${rows.length}, ${missing} not covered`;
  return `<details${missing === 0 ? '' : ' open'}><summary>${title} (${told})</summary>
<table>
${rows.map(listRow).join('\n')}
</table></details>`;
}

function listRow({ id, covered, hits, unreachable }: CoveredItem): string {
  const [kind, mark] = covered
    ? ['covered', `${hits} ×`]
    : unreachable === undefined
      ? ['missing', 'not covered']
      : ['listed', 'unreachable'];
  const reason =
    unreachable === undefined
      ? ''
      : `<br><small>${covered ? 'listed as unreachable, but reached: ' : ''}${escaped(unreachable)}</small>`;
  return `<tr><td class="${kind}">${mark}</td><td><code>${escaped(id)}</code>${reason}</td></tr>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
