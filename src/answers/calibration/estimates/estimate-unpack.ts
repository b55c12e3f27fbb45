import { assumedUnpackedBytes } from '../../../inputs/images/assumed-image.ts';
import { textRateFor } from '../../../rules/runtime/images/unpack-work.ts';
import type { UnpackRates } from '../../../rules/runtime/profiles/runtime-profile.ts';
import { type Estimate, type Resampling, widened } from './estimate.ts';
import type { ObservedLayer } from './observed-pull.ts';
import { fitRate, rateAt, rateCandidates } from './rate-fit.ts';

/** Smaller layers take a time that depends on their files and the disk's log, whatever their size. */
const layerBytesMin = 200_000;
const samplesMax = 400;

/**
 * Returns the unpacked bytes per second for one compressed layer, from the durations that containerd logs at
 * level debug. The log has only the compressed size, so the unpacked size is the one that Windlass assumes.
 * undefined without such layers.
 */
export function estimateUnpack(
  layers: readonly ObservedLayer[],
  rates: UnpackRates,
  resampling: Resampling,
): Estimate | undefined {
  const told = layers.filter(
    ({ bytes, unpackMicros, compressed }) => compressed && bytes >= layerBytesMin && unpackMicros > 0,
  );
  const used = resampling.some(told, samplesMax);
  if (used.length === 0) return undefined;
  const micros = Float64Array.from(used, ({ unpackMicros }) => unpackMicros);
  const candidates = rateCandidates(guessOf(used));
  const samples = {
    micros,
    weights: micros.map((took) => 1 / (3_000 + 0.1 * took)),
    rates: candidates,
    table: candidates.map((rate) => Float64Array.from(used, ({ bytes }) => (bytes * 1e6) / rate)),
  };
  const bounds = used.length < 4 ? { least: 1_000, most: 1_000 } : { least: 0, most: 20_000 };
  const all = Uint32Array.from(used, (_, index) => index);
  const rateOf = (chosen: Uint32Array) => rateAt(samples, fitRate(samples, chosen, bounds).place);
  const wireRate = rateOf(all);
  const { low, high } = widened(wireRate, resampling.interval(used.length, rateOf), used.length);
  const unpacked = (rate: number) => assumedTextRate(rates, rate);
  return {
    value: unpacked(wireRate),
    low: unpacked(low),
    high: unpacked(high),
    samples: told.length,
    from: 'layers in the log',
  };
}

/**
 * Returns the rate of unpacking text that belongs to this rate of compressed bytes, for layers that compress as those
 * do of which only the size is known.
 */
export function assumedTextRate(rates: UnpackRates, wireBytesPerSecond: number): number {
  const ratio = assumedUnpackedBytes(1e6) / 1e6;
  return textRateFor(rates, 1 / ratio, wireBytesPerSecond * ratio);
}

function guessOf(layers: readonly ObservedLayer[]): number {
  const rates = layers.map(({ bytes, unpackMicros }) => (bytes * 1e6) / unpackMicros).sort((a, b) => a - b);
  return rates[rates.length >> 1] ?? 1e7;
}
