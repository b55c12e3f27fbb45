import type { InputError } from '../../input/documents/input-error.ts';
import type { JsonFields } from '../../json/json-text.ts';
import { countText } from '../../report/text/quantity-text.ts';
import type { VariantDifference } from '../comparison/compare-variants.ts';
import { differenceFields } from '../comparison/comparison-document.ts';
import { differenceSentences } from '../comparison/comparison-text.ts';
import type { FailVerdict } from '../comparison/fail-if.ts';
import type { ChangedPull, Upgrade } from './upgrade.ts';

/** Returns the answer as plain data, for programs. */
export function upgradeDocument(upgrade: Upgrade, failIf: readonly FailVerdict[]): JsonFields<'Upgrade'> {
  const { from, to, interrupted, warnings, pulls, messages, defaults, newFields, bugs, lint, compared, commands } = upgrade;
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
    messages: [...messages],
    defaults: defaults.map(({ restoredBy, ...changed }) => changed),
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
  return { file, ...(line === undefined ? {} : { line }), ...(column === undefined ? {} : { column }), message };
}

/** Returns the answer: whether the kubelet starts, which containers ask the registry anew or have their image no more, and the times. */
export function upgradeSentences({ from, to, refused, accepted, pulls, defaults, bugs, compared }: Upgrade): string[] {
  const [old, now] = [from.version, to.version];
  if (refused.length > 0) return [`${now} refuses this input, and ${old} accepts it: ${countText(refused.length, 'error')}. See below.`];
  if (accepted.length > 0) return [`${old} refuses this input, and ${now} accepts it, so there is nothing to compare.`];
  const count = (change: ChangedPull['changes'][number]) => pulls.filter(({ changes }) => changes.includes(change)).length;
  const asks = count('asksAnew');
  const fails = count('fails');
  const anew = asks === 0 ? 'No container asks' : `${countText(asks, 'container')} ${asks === 1 ? 'asks' : 'ask'}`;
  const lost =
    fails === 0
      ? 'every container that had its image has it still'
      : `${countText(fails, 'container')} had the image and ${fails === 1 ? 'gets' : 'get'} it no longer`;
  const moved = defaults.filter(({ moves }) => moves !== null && moves !== 'nothing');
  const met = [...bugs.come.filter((bug) => bug.met), ...bugs.go.filter((bug) => bug.met)];
  const [times] = compared?.differences ?? [];
  return [
    `${anew} the registry with ${now} that did not with ${old}; ${lost}.`,
    ...(count('asksNoMore') === 0
      ? []
      : [`${countText(count('asksNoMore'), 'container')} asked the registry with ${old} and not with ${now}.`]),
    ...(count('failsNoMore') === 0
      ? []
      : [
          `${countText(count('failsNoMore'), 'container')} had no image with ${old}, and ${count('failsNoMore') === 1 ? 'gets' : 'get'} it with ${now}.`,
        ]),
    defaults.length === 0
      ? 'No default changes.'
      : `${countText(defaults.length, 'default')} ${defaults.length === 1 ? 'changes' : 'change'}: ${moved.length === 0 ? 'none of them moves anything here' : `here ${moved.map(({ field }) => field).join(', ')} ${moved.length === 1 ? 'matters' : 'matter'}`}.`,
    `${countText(bugs.come.length, 'known bug')} ${bugs.come.length === 1 ? 'comes' : 'come'}, ${bugs.go.length} ${bugs.go.length === 1 ? 'goes' : 'go'}; this input meets ${met.length === 0 ? 'none' : met.map(({ bug }) => bug.id).join(', ')} of them.`,
    ...(times === undefined ? [] : [timeSentence(times, compared?.seeds.length ?? 0)]),
  ];
}

/** The first time that differs. */
function timeSentence(difference: VariantDifference, runs: number): string {
  const told = differenceSentences(difference, runs).find((text) => /^(?:All running after|Time to running)/.test(text));
  return told ?? 'In the time until the pods run no difference is shown.';
}
