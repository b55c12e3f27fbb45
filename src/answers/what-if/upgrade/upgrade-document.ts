import type { InputError } from '../../../inputs/documents/input-error.ts';
import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import type { JsonFields } from '../../../reports/json/json-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { VariantDifference } from '../comparison/compare-variants.ts';
import { differenceFields } from '../comparison/comparison-document.ts';
import { differenceSentence } from '../comparison/comparison-text.ts';
import type { FailVerdict } from '../comparison/fail-if.ts';
import type { Upgrade } from './upgrade.ts';

/** Returns the answer as plain data, for programs. */
export function upgradeDocument(upgrade: Upgrade, failIf: readonly FailVerdict[]): JsonFields<'Upgrade'> {
  const {
    from,
    to,
    interrupted,
    warnings,
    pulls,
    messages,
    defaults,
    newFields,
    bugs,
    lint,
    compared,
    commands,
  } = upgrade;
  const [times] = compared?.differences ?? [];
  return {
    from,
    to,
    interrupted,
    sentences: upgradeSentences(upgrade),
    refused: upgrade.refused.map(refusal),
    accepted: upgrade.accepted.map(refusal),
    warnings: [...warnings],
    pulls: pulls.map((pull) => ({ ...pull, changes: [...pull.changes] })),
    ...(upgrade.sizes === undefined ? {} : { sizes: upgrade.sizes }),
    messages: [...messages],
    defaults: defaults.map(({ restoredBy, givenBy, ...changed }) => changed),
    sameDefaults: [...upgrade.sameDefaults],
    newFields: [...newFields],
    bugs: { come: [...bugs.come], go: [...bugs.go] },
    lint: { come: [...lint.come], go: [...lint.go] },
    seeds: [...(compared?.seeds ?? [])],
    commands: [...commands],
    difference: times === undefined ? null : differenceFields(times),
    failIf: failIf.map((verdict) => ({ ...verdict })),
  };
}

function refusal({ file, line, column, message }: InputError): JsonFields<'Upgrade'>['refused'][number] {
  return {
    file,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
    message,
  };
}

/**
 * Returns the answer: whether the kubelet starts, which containers ask the registry anew or have their image
 * no more, and the times.
 */
export function upgradeSentences({
  from,
  to,
  refused,
  accepted,
  pulls,
  defaults,
  bugs,
  sizes,
  compared,
}: Upgrade): string[] {
  const [old, now] = [from.version, to.version];
  if (refused.length > 0)
    return [
      `${now} refuses this input, and ${old} accepts it: ${countText(refused.length, 'error')}. See below.`,
    ];
  if (accepted.length > 0)
    return [`${old} refuses this input, and ${now} accepts it, so there is nothing to compare.`];
  const [times] = compared?.differences ?? [];
  return [
    ...pullSentences(pulls, old, now),
    defaultsSentence(defaults),
    bugsSentence(bugs),
    ...(sizes === undefined ? [] : [sizes.sentence]),
    ...(times === undefined ? [] : [timeSentence(times, compared?.seeds.length ?? 0)]),
    ...(times?.sizes === undefined ? [] : [times.sizes.sentence]),
  ];
}

/** Returns what becomes of images: of those that are asked for anew or lost first, which is the question. */
function pullSentences(pulls: Upgrade['pulls'], old: string, now: string): string[] {
  const [asks, fails, asksNoMore, failsNoMore] = (
    ['asksAnew', 'fails', 'asksNoMore', 'failsNoMore'] as const
  ).map((change) => pulls.filter(({ changes }) => changes.includes(change)));
  const told = (
    changed: Upgrade['pulls'] = [],
    words: (verb: (one: string, many: string) => string) => string,
  ) =>
    changed.length === 0
      ? []
      : [`${countOf(changed)} ${words((one, many) => (changed.length === 1 ? one : many))}`];
  const [anew] = told(
    asks,
    (verb) => `${verb('asks', 'ask')} the registry with ${now} that did not with ${old}`,
  );
  const [lost] = told(fails, (verb) => `had the image and ${verb('gets', 'get')} it no longer`);
  return [
    `${anew ?? `No container asks the registry with ${now} that did not with ${old}`}; ${lost ?? 'every container that had its image has it still'}.`,
    ...told(asksNoMore, () => `asked the registry with ${old} and not with ${now}.`),
    ...told(failsNoMore, (verb) => `had no image with ${old}, and ${verb('gets', 'get')} it with ${now}.`),
  ];
}

/** Returns `2 containers`, `1 image volume`, or `3 containers and image volumes`. */
function countOf(pulls: Upgrade['pulls']): string {
  const volumes = pulls.filter(({ volume }) => volume === true).length;
  if (volumes === 0) return countText(pulls.length, 'container');
  return volumes === pulls.length
    ? countText(volumes, 'image volume')
    : `${pulls.length} containers and image volumes`;
}

/** Returns which new defaults matter to the input, and of which no run can tell. */
function defaultsSentence(defaults: Upgrade['defaults']): string {
  if (defaults.length === 0) return 'No default changes.';
  const moved = defaults.filter(({ moves }) => moves !== null && moves !== 'nothing');
  const unknown = defaults.filter(({ isSet, moves }) => !isSet && moves === null);
  const list = (all: typeof defaults) => all.map(({ field }) => field).join(', ');
  const change = `${countText(defaults.length, 'default')} ${defaults.length === 1 ? 'changes' : 'change'}`;
  const known =
    moved.length > 0
      ? `here ${list(moved)} ${moved.length === 1 ? 'matters' : 'matter'}`
      : unknown.length === defaults.length
        ? undefined
        : `none of ${unknown.length === 0 ? 'them' : 'those that were tried'} moves anything here`;
  const open =
    unknown.length === 0
      ? undefined
      : `no run tells whether ${list(unknown)} ${unknown.length === 1 ? 'does' : 'do'}`;
  const told = [known, open].filter((part) => part !== undefined);
  return `${change}${told.length === 0 ? '' : `: ${told.join('; ')}`}.`;
}

function bugsSentence({ come, go }: Upgrade['bugs']): string {
  const met = [...come, ...go].filter((bug) => bug.met).map(({ bug }) => bug.id);
  const off = come.filter(({ isOff }) => isOff).length;
  const on = come.length - off;
  const comes = `${countText(on, 'known bug')} ${on === 1 ? 'comes' : 'come'}`;
  const goes = `${go.length} ${go.length === 1 ? 'goes' : 'go'}`;
  const others =
    off === 0 ? '' : ` ${off} more ${off === 1 ? 'needs' : 'need'} a gate or field that is off here.`;
  return `${comes}, ${goes}; this input meets ${met.length === 0 ? 'none' : met.join(', ')} of them.${others}`;
}

/** The first time that differs. */
function timeSentence(difference: VariantDifference, runs: number): string {
  const isTime = ({ name }: Figure) => name === 'all running after' || name.startsWith('time to running ');
  const told = differenceSentence(difference, runs, isTime);
  if (told !== undefined) return told;
  const isSame = difference.figures.every(({ figure, verdict }) => !isTime(figure) || verdict === 'same');
  return isSame
    ? 'The pods run at the same times in every run.'
    : 'In the time until the pods run no difference is shown.';
}
