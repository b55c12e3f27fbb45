import { groupedBy } from '../collections/grouped-by.ts';
import { imageName } from '../input/images/image-name.ts';
import type { FaultInput, SimulationInput } from '../input/model.ts';
import type { Attempt } from './attempts.ts';

/**
 * Returns what was seen of pulls as the outcomes that the runtime of a run gives: each in the time from halfway to the call before until halfway to
 * the next. `tookMicros` has, by attempt, how long those take whose time nothing tells.
 */
export function scriptedFaults(
  attempts: readonly Attempt[],
  tookMicros: readonly number[],
  { images, horizonMicros }: Pick<SimulationInput, 'images' | 'horizonMicros'>,
): FaultInput[] {
  const names = groupedBy(Object.keys(images), (name) => imageName(name)?.canonical ?? name);
  const numbered = attempts.map((attempt, index) => ({ ...attempt, takes: tookMicros[index] ?? 0 }));
  return [...groupedBy(numbered, ({ image }) => imageName(image)?.canonical ?? image)].flatMap(([canonical, own]) =>
    own.flatMap(({ error, takes, beginMicros }, index): FaultInput[] => {
      const [before, after] = [own[index - 1], own[index + 1]];
      const fromMicros = before === undefined ? 0 : Math.round((before.beginMicros + beginMicros) / 2);
      const untilMicros = after === undefined ? horizonMicros : Math.round((beginMicros + after.beginMicros) / 2);
      const window = {
        fromMicros: Math.max(0, fromMicros),
        untilMicros: Math.max(0, untilMicros),
        takesMicros: Math.max(1, Math.round(takes)),
      };
      if (window.untilMicros <= window.fromMicros) return [];
      return (names.get(canonical) ?? []).map((image) =>
        error === undefined
          ? { kind: 'pullTakes' as const, image, ...window }
          : { kind: 'pullFails' as const, image, error, times: null, ...window },
      );
    }),
  );
}
