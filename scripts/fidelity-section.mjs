// The part of docs/fidelity-kubelet.md that is counted, not typed: how far the simulator agrees with the traces of
// test/proof/conformance.

import { bugReleases } from '../dist/src/answers/known-bugs/bug-releases.js';
import { compareTraces, noAgreement, withComparison } from '../dist/src/proof/conformance/compare-traces.js';
import { exclusions } from '../dist/src/proof/conformance/exclusions.js';
import { scriptKinds } from '../dist/src/proof/conformance/script-kinds.js';
import { HistogramTotals } from '../dist/src/rules/kubelet/go/go-duration.js';
import { knownBugs } from '../dist/src/rules/kubelet/known-bugs.js';
import { runtimeBugs } from '../dist/src/rules/runtime/runtime-bugs.js';
import { linesOf } from './conformance-data.mjs';
import { markdownTable } from './markdown-table.mjs';
import { oracleKinds } from './oracle/oracle-releases.mjs';

/** @returns {object[]} how far the simulator agrees with each file of traces */
export function agreements() {
  return scriptKinds.flatMap((kind) => {
    const { data } = oracleKinds.find((known) => known.kind === kind.kind);
    const recorded = kind.recorded.map((version) => ({
      version,
      file: `v${version}/${data}`,
      how: 'recorded',
    }));
    const written =
      kind.kind === 'imagemanager'
        ? [{ version: '1.14', file: 'v1.14/basic.ndjson', how: 'written from the source, not recorded' }]
        : [];
    const scripts = new Map(linesOf(data).map((script) => [script.name, kind.schema.parse(script)]));
    return [...recorded, ...written].map((judge) => agreementOf(kind, judge, scripts));
  });
}

/** @returns {string} Markdown: agreement per kind and release, known bugs, exclusions. */
export function fidelitySection(all) {
  const rows = all.map(
    ({
      kind,
      release,
      how,
      sum: { scripts, scriptsAgreeing, scriptsExcluded, divergences, size, entriesAgreeing },
    }) => [
      kind,
      release,
      how,
      scripts,
      scriptsAgreeing,
      scriptsExcluded,
      divergences.length,
      size,
      entriesAgreeing,
    ],
  );
  return `
${markdownTable(['kind', 'release', 'traces', 'scripts', 'agree', 'of them up to a race', 'differ', 'calls or steps', 'entries in agreement'], rows)}

Known bugs of releases, which the simulator has too where it gets that far (\`windlass bugs\` tells how to avoid them):

${markdownTable(
  ['bug', 'releases', 'effect', 'source'],
  knownBugs.map(({ id, since, until, effect, source }) => [
    `\`${id}\``,
    since === until ? since : `${since} to ${until}`,
    effect,
    source,
  ]),
)}

Known bugs of runtimes and distributions, by their own releases. The simulator has only those that are called simulated:

${markdownTable(
  ['bug', 'releases', 'effect', 'source'],
  runtimeBugs.map((bug) => [
    `\`${bug.id}\``,
    [bugReleases(bug), bug.doubt].filter((part) => part !== undefined).join('; '),
    bug.effect,
    bug.source,
  ]),
)}

Not compared:

${markdownTable(
  ['exclusion', 'what', 'why'],
  exclusions.map(({ id, what, why }) => [`\`${id}\``, what, why]),
)}

`;
}

function agreementOf(kind, { version, file, how }, scripts) {
  const runner = kind.runnerOf(version);
  const totals = new HistogramTotals();
  let sum = noAgreement;
  for (const expected of linesOf(file)) {
    const script = scripts.get(expected.script);
    // Older recordings are of one process, newer ones of each script alone (asOneProcess of oracle/oracle.mjs).
    const inTurn = compareTraces(expected, runner.run(script, totals), kind);
    const comparison =
      inTurn.divergence === undefined ? inTurn : compareTraces(expected, runner.run(script), kind);
    sum = withComparison(sum, kind.sizeOf(script), comparison);
  }
  return { kind: kind.kind, release: how === 'recorded' ? `v${version}` : `about v${version}`, how, sum };
}
