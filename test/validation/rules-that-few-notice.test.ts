import { expect, it } from 'vitest';
import { median } from '../../tools/validation/median.ts';
import { modelRules } from '../../tools/validation/model-rules.ts';
import { observeRecorded } from '../../tools/validation/observe-recorded.ts';
import type { ObservedRun } from '../../tools/validation/observed-run.ts';
import type { RecordedRun } from '../../tools/validation/recorded-run.ts';
import { observeReplay } from '../../tools/validation/replay/observe-replay.ts';
import { replayRun } from '../../tools/validation/replay/replay-run.ts';
import { recordedFile } from './recorded-file.ts';

// Rules of which docs/fidelity-runtime.md says that two variants notice when they are broken, and no step: each by
// what it is about.

function changeOf(name: string) {
  const rule = modelRules.find((known) => known.name === name);
  if (rule === undefined) throw new Error(`no rule ${name}`);
  return rule.change;
}

/**
 * How far ours is from what was recorded, in the median of the runs of a variant, as a share; with the rule
 * and without it.
 */
function offBy(
  name: string,
  runs: readonly RecordedRun[],
  measure: (seen: ObservedRun) => number,
): { held: number; broken: number } {
  const over = (observe: (run: RecordedRun) => ObservedRun) =>
    median(runs.map((run) => measure(observe(run)))) ?? 0;
  const real = over(observeRecorded);
  const ours = (change?: ReturnType<typeof changeOf>) =>
    Math.abs(over((run) => observeReplay(replayRun(run, { change }))) - real) / real;
  return { held: ours(), broken: ours(changeOf(name)) };
}

function runsOf(file: Parameters<typeof recordedFile>[0], variant: string): readonly RecordedRun[] {
  const runs = recordedFile(file).filter((run) => run.variant === variant);
  expect(runs.length).toBeGreaterThan(1);
  return runs;
}

it('noting a blob keeps other writes waiting: thirty small layers take as long as recorded', () => {
  const perLayer = ({ requests, unpacks }: ObservedRun) =>
    Math.max(...unpacks.map(({ endMs }) => endMs)) -
    (requests.find(({ kind }) => kind === 'layer')?.sentMs ?? 0);
  const { held, broken } = offBy(
    'noting a blob excludes other writes',
    runsOf('e2-unpack', 'c1-chain30'),
    perLayer,
  );
  expect(held).toBeLessThan(0.15);
  expect(broken).toBeGreaterThan(0.3);
});

it.each(['c1-rand50-x2', 'c2-rand50-x2'])(
  'two layers that are unpacked at once share the processors: %s',
  (variant) => {
    const unpacking = ({ unpacks }: ObservedRun) =>
      median(unpacks.map(({ startMs, endMs }) => endMs - startMs)) ?? 0;
    const { held, broken } = offBy(
      'several unpackings share the processors',
      runsOf('e7-cpu', variant),
      unpacking,
    );
    expect(held).toBeLessThan(0.15);
    expect(broken).toBeGreaterThan(0.2);
  },
);

it('a layer that came in part is read again when it is opened, and no other is opened meanwhile', () => {
  const resuming = ({ requests }: ObservedRun) => {
    const sent = requests.filter(({ offset }) => offset > 0).map(({ sentMs }) => sentMs);
    return Math.max(...sent) - Math.min(...sent);
  };
  const runs = runsOf('e6-fail', 'c1-retry-after-eof-fail');
  const { held, broken } = offBy('what came of a layer is read again for its digest', runs, resuming);
  expect(held).toBeLessThan(0.2);
  expect(broken).toBeGreaterThan(0.5);
});
