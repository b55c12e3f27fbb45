import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import { figureRows } from '../../report/comparison/figure-rows.ts';
import { type RunTold, RunTotals } from '../../report/summary/run-totals.ts';
import { type Pauses, simulateParts } from '../../simulation/simulate.ts';
import { traceHeader } from '../../simulation/trace-header.ts';
import { ReadingTable } from '../../trace/readings.ts';
import { type ContainerFate, ImageFateReader } from './image-fate.ts';
import { ToldTextReader } from './told-texts.ts';

/** What one run tells of images and texts beside its totals. */
export interface UpgradeRun {
  readonly fates: ReadonlyMap<string, ContainerFate>;
  readonly texts: ToldTextReader;
  readonly told: RunTold;
}

/** Runs the input and reads it meanwhile; undefined after an interruption. */
export async function upgradeRun(input: SimulationInput, engine: EngineName | undefined, pauses: Pauses): Promise<UpgradeRun | undefined> {
  const [images, texts, totals] = [new ImageFateReader(), new ToldTextReader(), new RunTotals(traceHeader(input))];
  const table = new ReadingTable([images.readings, texts.readings]);
  const end = await simulateParts(input, engine === undefined ? {} : { engine }, pauses, (part) => {
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
export function movedBetween(one: UpgradeRun, other: UpgradeRun): 'pulls' | 'figures' | 'messages' | 'nothing' {
  const differs = (of: (run: UpgradeRun) => unknown) => JSON.stringify(of(one)) !== JSON.stringify(of(other));
  if (differs(({ fates }) => [...fates].sort(([a], [b]) => (a < b ? -1 : 1)))) return 'pulls';
  if (differs(({ told: { podTimes, summary } }) => [podTimes, figureRows.map(({ measure }) => measure(summary))])) return 'figures';
  return differs(({ texts: { wordings } }) => [...wordings.keys()].sort()) ? 'messages' : 'nothing';
}
