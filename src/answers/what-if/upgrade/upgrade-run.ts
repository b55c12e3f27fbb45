import { figureRows } from '../../../reports/comparison/figure-rows.ts';
import { type RunTold, RunTotals } from '../../../reports/summary/run-totals.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import { type Pauses, simulateParts } from '../../../run/simulation/simulate.ts';
import { traceHeader } from '../../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { ReadingTable } from '../../../trace/readings.ts';
import { type ContainerFate, type ImageFate, ImageFateReader } from './image-fate.ts';
import { ToldTextReader } from './told-texts.ts';

/** What one run tells of images and texts beside its totals. */
export interface UpgradeRun {
  readonly fates: ReadonlyMap<string, ContainerFate>;
  readonly texts: ToldTextReader;
  readonly told: RunTold;
}

/** Runs the input and reads it meanwhile; undefined after an interruption. */
export async function upgradeRun(
  input: SimulationInput,
  engine: EngineName,
  pauses: Pauses,
): Promise<UpgradeRun | undefined> {
  const [images, texts, totals] = [
    new ImageFateReader(),
    new ToldTextReader(),
    new RunTotals(traceHeader(input)),
  ];
  const table = new ReadingTable([images.readings, texts.readings]);
  const end = await simulateParts(input, { engine }, pauses, (part) => {
    const own = totals.begin(traceHeader(part));
    return {
      note: (record) => {
        table.note(record);
        own.note(record);
      },
      end: own.end,
    };
  });
  return end.reason === 'interrupted' ? undefined : { fates: images.fates, texts, told: totals.finish(end) };
}

/** Returns what differs most gravely between two runs of one seed. */
export function movedBetween(
  one: UpgradeRun,
  other: UpgradeRun,
): 'pulls' | 'figures' | 'messages' | 'nothing' {
  const differs = (of: (run: UpgradeRun) => unknown) => JSON.stringify(of(one)) !== JSON.stringify(of(other));
  if (differs(({ fates }) => [...fates].sort(([a], [b]) => (a < b ? -1 : 1)))) return 'pulls';
  if (
    differs(({ told: { podTimes, summary } }) => [
      podTimes,
      figureRows.map(({ measure }) => measure(summary)),
    ])
  )
    return 'figures';
  return differs(({ texts: { wordings } }) => [...wordings.keys()].sort()) ? 'messages' : 'nothing';
}

/** A container whose image is treated otherwise. */
export interface ChangedPull extends Omit<ContainerFate, 'fate'> {
  readonly changes: readonly ('asksAnew' | 'asksNoMore' | 'fails' | 'failsNoMore')[];
  readonly before: ImageFate | null;
  readonly after: ImageFate | null;
}

/** Returns the containers whose images the second run treats otherwise. */
export function changedPulls(was: UpgradeRun, is: UpgradeRun): ChangedPull[] {
  const keys = [...new Set([...was.fates.keys(), ...is.fates.keys()])];
  return keys.flatMap((key): ChangedPull[] => {
    const [old, now] = [was.fates.get(key), is.fates.get(key)];
    const named = now ?? old;
    const [before, after] = [old?.fate ?? null, now?.fate ?? null];
    if (named === undefined) return [];
    const [asked, asks] = [(before?.asked ?? 0) > 0, (after?.asked ?? 0) > 0];
    const [got, gets] = [before?.got === true, after?.got === true];
    const changes = [
      ...(asks && !asked ? ['asksAnew' as const] : []),
      ...(asked && !asks ? ['asksNoMore' as const] : []),
      ...(got && !gets ? ['fails' as const] : []),
      ...(gets && !got ? ['failsNoMore' as const] : []),
    ];
    const { fate, ...container } = named;
    return changes.length === 0 ? [] : [{ ...container, changes, before, after }];
  });
}
