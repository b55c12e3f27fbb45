import { countText } from '../../inputs/count-text.ts';
import type { JsonFields } from '../../reports/json/json-text.ts';
import { appendAll } from '../../rules/collections/append-all.ts';
import { patchesBesideProfiles } from '../../rules/kubelet/profiles/profile-at-patch.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import type { NodeReport, Verification } from './verify-events.ts';

/** A verification as plain data: times in the cluster's own time. */
export type VerifyReport = JsonFields<'VerifyReport'>;

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
    nodes: nodes.map((report) => {
      const { node, pods, observations, runs, deviation } = report;
      const told = deviation && {
        ...deviation,
        at: timeOf(report, deviation.atMicros),
        where: deviation.where ?? null,
      };
      return {
        node,
        pods,
        observations,
        runs,
        deviation: withoutMicros(told),
        wouldExplain: wouldExplain.get(node) ?? [],
      };
    }),
    notCompared,
  };
}

function withoutMicros(
  told: (NonNullable<VerifyReport['nodes'][number]['deviation']> & { readonly atMicros: number }) | undefined,
) {
  if (told === undefined) return null;
  const { at, kind, what, where, expected } = told;
  return { at, kind, what, where, expected };
}

function timeOf({ startMicros }: NodeReport, atMicros: number): string {
  return new Date((startMicros + Math.max(0, atMicros)) / 1_000).toISOString();
}

const verbs = {
  unexpected: 'no run has, where it was seen',
  missing: 'every run has, and it was not seen there',
  order: 'comes out of its order',
  waited: 'waited otherwise than in any run',
  count: 'was counted otherwise than in any run',
} as const;

/** How many settings and releases are named: the most usual come first. */
const shownMax = 3;

/** Returns the report for people. */
export function verifyReportText({ nodes, notCompared }: VerifyReport): string {
  const lines = nodes.flatMap(({ node, pods, observations, runs, deviation, wouldExplain }) => {
    const what = `${observations} observations of ${countText(pods, 'pod')}`;
    const tried = countText(runs, 'run');
    if (deviation === null) return [`${node}: a run of the model explains ${what} (${tried} tried)`];
    const { at, kind, what: observation, where, expected } = deviation;
    return [
      `${node}: no run of the model explains ${what} (${tried} tried)`,
      `  first, at ${at}: ${observation}`,
      `  ${verbs[kind]}${where === null ? '' : ` (${where})`}`,
      `  expected: ${expected}`,
      wouldExplain.length === 0
        ? '  no other setting or release that was tried explains it'
        : `  would be explained by: ${wouldExplain.slice(0, shownMax).join('; ')}${wouldExplain.length > shownMax ? '; …' : ''}`,
    ];
  });
  if (notCompared.length > 0)
    appendAll(lines, ['', 'Not compared:', ...notCompared.map((sentence) => `  - ${sentence}`)]);
  return `${lines.map((line) => line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·')).join('\n')}\n`;
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
