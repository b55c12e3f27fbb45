// The part of docs/fidelity.md that is counted, not typed: how far the simulator agrees with the traces of test/conformance.
import { noAgreement, withComparison } from '../dist/src/conformance/agreement.js';
import { compareTraces } from '../dist/src/conformance/compare-traces.js';
import { exclusions } from '../dist/src/conformance/exclusions.js';
import { runScript } from '../dist/src/conformance/run-script.js';
import { knownBugs } from '../dist/src/kubelet/known-bugs.js';
import { profiles } from '../dist/src/kubelet/profiles/profiles.js';
import { linesOf } from './conformance-data.mjs';

const judges = [
  { release: '1.36', file: 'v1.36.3/basic.ndjson.gz', how: 'recorded' },
  { release: '1.31', file: 'v1.31.14/basic.ndjson.gz', how: 'recorded' },
  { release: '1.27', file: 'v1.27.16/basic.ndjson.gz', how: 'recorded' },
  { release: '1.14', file: 'v1.14/basic.ndjson', how: 'written from the source, not recorded' },
];

/** @returns {string} Markdown: agreement per release, known bugs, exclusions. */
export function fidelitySection() {
  const scripts = new Map(linesOf('basic.ndjson.gz').map((script) => [script.name, script]));
  const rows = judges.map((judge) => agreementRow(judge, scripts));
  return `
${table(['kubelet', 'traces', 'scripts', 'agree', 'differ', 'calls', 'entries in agreement', 'panics in agreement'], rows)}

Known bugs of releases, which the simulator has too:

${table(
  ['bug', 'releases', 'effect', 'source'],
  knownBugs.map(({ id, since, until, effect, source }) => [`\`${id}\``, `${since} to ${until}`, effect, source]),
)}

Not compared:

${table(
  ['exclusion', 'what', 'why'],
  exclusions.map(({ id, what, why }) => [`\`${id}\``, what, why]),
)}

`;
}

function agreementRow({ release, file, how }, scripts) {
  const profile = profiles.find((known) => known.release === release);
  let sum = noAgreement;
  let panics = 0;
  for (const expected of linesOf(file)) {
    const script = scripts.get(expected.script);
    const comparison = compareTraces(expected, runScript(script, profile));
    sum = withComparison(sum, script, comparison);
    panics += expected.trace.slice(0, comparison.entriesAgreeing).filter(({ type }) => type === 'panic').length;
  }
  const version = how === 'recorded' ? `v${profile.version}` : `about v${profile.release}`;
  return [version, how, sum.scripts, sum.scriptsAgreeing, sum.divergences.length, sum.calls, sum.entriesAgreeing, panics];
}

function table(header, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(header), line(header.map(() => '---')), ...rows.map(line)].join('\n');
}
