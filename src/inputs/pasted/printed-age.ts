/** A time that was printed as an age: it lies between two ages, in microseconds. */
export interface PrintedAge {
  readonly leastMicros: number;
  readonly mostMicros: number;
}

const unitMicros = { s: 1e6, m: 60e6, h: 3_600e6, d: 86_400e6, y: 365 * 86_400e6 } as const;
type Unit = keyof typeof unitMicros;

/** How an age is written: `88s`, `3m31s`, `48m`, `5d2h`. */
export const agePattern = '(?:(?:\\d{1,6}[ydhms])+|<unknown>|<invalid>)';

/**
 * Returns between which ages a printed one lies, since HumanDuration (apimachinery's util/duration, v0.36.3) cuts
 * off what is less than its last unit; undefined for `<unknown>` and the like. The last unit of `3m` is a minute
 * where kubectl would have printed seconds, too: only full minutes have none.
 */
export function printedAge(text: string): PrintedAge | undefined {
  const parts = [...text.matchAll(/(\d{1,6})([ydhms])/g)].map(([, digits = '0', unit]) => ({
    micros: Number(digits) * unitMicros[unit as Unit],
    unit: unit as Unit,
  }));
  const last = parts.at(-1);
  if (last === undefined) return undefined;
  const leastMicros = parts.reduce((sum, { micros }) => sum + micros, 0);
  return { leastMicros, mostMicros: leastMicros + precisionMicros(leastMicros, last.unit) };
}

/** HumanDuration prints seconds below 10 minutes, minutes below 8 hours, hours below 8 days. */
function precisionMicros(micros: number, unit: Unit): number {
  if (micros < 600e6) return unitMicros.s;
  if (micros < 8 * 3_600e6) return unitMicros.m;
  if (micros < 8 * 86_400e6) return unitMicros.h;
  return unit === 'y' ? unitMicros.y : unitMicros.d;
}
