import { parseByteSize } from '../../input/scenario/byte-size.ts';
import { parseDuration } from '../../input/scenario/duration.ts';
import type { FigureUnit } from '../../report/comparison/figure-rows.ts';

const examples: Readonly<Record<FigureUnit, string>> = {
  ms: 'a duration such as 60s',
  bytes: 'a size such as 2GB',
  count: 'a number such as 3',
};

/** Returns the value of a text in the unit of a figure; undefined if it is none. */
export function parseAmount(text: string, unit: FigureUnit): number | undefined {
  if (unit === 'count') return /^\d{1,12}(?:\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (unit === 'bytes') return /^0B?$/.test(text) ? 0 : parseByteSize(text);
  if (/^0(?:m?s)?$/.test(text)) return 0;
  const micros = parseDuration(text.replaceAll(' ', ''));
  return micros === undefined ? undefined : micros / 1000;
}

/** Returns what an amount of the unit looks like. */
export function expectedAmount(unit: FigureUnit): string {
  return examples[unit];
}
