import { countText } from '../../inputs/count-text.ts';
import type { JsonFields } from '../../reports/json/json-text.ts';
import { appendAll } from '../../rules/collections/append-all.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { patchesBesideProfiles } from '../../rules/kubelet/profiles/profile-at-patch.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import type { Deviation } from './deviation.ts';
import type { NodeReport, Verification } from './verify-events.ts';
import { isOfNoRun } from './verify-node.ts';

/** A verification as plain data: times in the cluster's own time. */
export type VerifyReport = JsonFields<'VerifyReport'>;

/** How many deviations of a node a report has. */
const deviationsMax = 1_000;

/**
 * Returns the report. `wouldExplain` has, by node, the settings and releases that explain what the given ones
 * do not.
 */
export function verifyReport(
  { nodes, notCompared }: Verification,
  wouldExplain: ReadonlyMap<string, readonly string[]>,
): VerifyReport {
  return {
    explained: nodes.every(({ deviation }) => deviation === undefined),
    observations: nodes.reduce((sum, { observations }) => sum + observations, 0),
    explainedObservations: nodes.reduce((sum, { explained }) => sum + explained, 0),
    nodes: nodes.map((report) => {
      const { node, pods, observations, explained, runs, deviation, deviations, runtimeBugs } = report;
      return {
        node,
        pods,
        observations,
        explainedObservations: explained,
        runs,
        deviation: deviation === undefined ? null : plainDeviation(report, deviation),
        unexplained: deviations.slice(0, deviationsMax).map((one) => plainDeviation(report, one)),
        unexplainedKinds: Object.fromEntries(
          [...groupedBy(deviations, ({ kind }) => kind)].map(([kind, own]) => [kind, own.length]),
        ),
        ...(runtimeBugs.length === 0 ? {} : { runtimeBugs: [...runtimeBugs] }),
        wouldExplain: [...(wouldExplain.get(node) ?? [])],
      };
    }),
    notCompared: [...notCompared],
  };
}

type PlainDeviation = VerifyReport['nodes'][number]['unexplained'][number];

function plainDeviation(
  { startMicros }: NodeReport,
  { atMicros, kind, what, where, expected }: Deviation,
): PlainDeviation {
  const at = new Date((startMicros + Math.max(0, atMicros)) / 1_000).toISOString();
  return { at, kind, what, where: where ?? null, expected };
}

const kindWords: Readonly<Record<PlainDeviation['kind'], string>> = {
  unexpected: 'no run has, where it was seen',
  missing: 'every run has, and it was not seen there',
  order: 'comes out of its order',
  waited: 'waited otherwise than in any run',
  count: 'was counted otherwise than in any run',
  slow: 'came later than in any run: the runtime was slow to create or start the container',
  notSimulated: 'is of a kind that is not simulated',
  cutOff: 'is of a pod whose first events are gone',
};

/** How many settings and releases are named: the most usual come first. */
const shownMax = 3;

/** Returns the report for people. */
export function verifyReportText({ nodes, notCompared, ...total }: VerifyReport): string {
  const lines = nodes.flatMap((report) => [...nodeLines(report), ...runtimeBugLines(report)]);
  const { observations, explainedObservations } = total;
  if (nodes.length > 1)
    appendAll(lines, [
      '',
      `Explained: ${explainedObservations} of ${observations} observations (${shareText(explainedObservations, observations)}) on ${countText(nodes.length, 'node')}`,
    ]);
  if (notCompared.length > 0)
    appendAll(lines, ['', 'Not compared:', ...notCompared.map((sentence) => `  - ${sentence}`)]);
  return `${lines.map((line) => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·')).join('\n')}\n`;
}

function nodeLines(report: VerifyReport['nodes'][number]): string[] {
  const { node, pods, observations, explainedObservations, runs, deviation, unexplained, wouldExplain } =
    report;
  const what = `observations of ${countText(pods, 'pod')}`;
  const tried = countText(runs, 'run');
  if (deviation === null)
    return [`${node}: a run of the model explains ${observations} ${what} (${tried} tried)`];
  const lines = [
    `${node}: ${explainedObservations} of ${observations} ${what} are explained (${shareText(explainedObservations, observations)}; ${tried} tried)`,
  ];
  appendAll(lines, deviationLines('first', deviation));
  for (const [kind, count] of Object.entries(report.unexplainedKinds)) {
    const [example] = unexplained.filter((one) => one.kind === kind);
    if (example === undefined) continue;
    lines.push(
      `  ${count} ${kind === 'missing' ? 'not seen' : 'not explained'}: ${kind}, ${kindWords[example.kind]}`,
    );
    if (kind !== deviation.kind) appendAll(lines, deviationLines('such as', example).slice(0, 1));
  }
  if (unexplained.every(({ kind }) => isOfNoRun(kind))) return lines;
  if (wouldExplain.length === 0)
    return [...lines, '  no other setting or release that was tried explains it'];
  const more = wouldExplain.length > shownMax ? '; …' : '';
  return [...lines, `  would be explained by: ${wouldExplain.slice(0, shownMax).join('; ')}${more}`];
}

/** A text that a bug leaves may have other causes. */
function runtimeBugLines({ runtimeBugs = [] }: VerifyReport['nodes'][number]): string[] {
  return runtimeBugs.flatMap(({ id, of, times, where, needs, effect, avoid }) => [
    `  may be ${id}, a known bug of ${of}: ${countText(times, 'event')} with its sign, the first at ${where}`,
    `  ${needs === null ? '' : `it needs ${needs}; `}${effect}${avoid === null ? '' : `; to avoid it: ${avoid}`}`,
  ]);
}

function deviationLines(which: string, { at, kind, what, where, expected }: PlainDeviation): string[] {
  return [
    `  ${which}, at ${at}: ${what}`,
    `  ${kindWords[kind]}${where === null ? '' : ` (${where})`}`,
    `  expected: ${expected}`,
  ];
}

function shareText(part: number, whole: number): string {
  // Never 100 % of less than all.
  return `${Math.floor((part / whole) * 1_000) / 10} %`;
}

/**
 * Another setting, or another release, with which a run might explain what was seen: as the options of a run
 * say it.
 */
export interface Explanation {
  readonly says: string;
  readonly set?: readonly string[];
  readonly kubeletVersion?: string;
}

const limits = [2, 3, 4, 5, 10];

/**
 * Returns the settings to try where no run explains what was seen, the most usual first, and then other
 * releases with their bugs.
 */
export function explanations(): readonly Explanation[] {
  const settings = [
    ['serializeImagePulls=true', 'maxParallelImagePulls=1'],
    ['serializeImagePulls=false'],
    ...limits.map((limit) => ['serializeImagePulls=false', `maxParallelImagePulls=${limit}`]),
    ['registryPullQPS=0'],
    ['registryPullQPS=1', 'registryBurst=1'],
    ['syncFrequency=10s'],
  ];
  return [
    ...settings.map((set) => ({ says: set.join(', '), set })),
    ...[...profiles.map(({ release }) => release), ...patchesBesideProfiles].map((version) => ({
      says: `kubelet ${version}`,
      kubeletVersion: version,
    })),
  ];
}
