import type { ObservedRequest, ObservedRun } from './observed-run.ts';
import type { RecordedHeader } from './recorded-run.ts';

/**
 * What was seen of single steps of a pull, by the step: so many ms each, or MB (thousand files) per second.
 */
export type ObservedSteps = Readonly<Record<string, readonly number[]>>;

type Layer = RecordedHeader['images'][string]['layers'][number];

/**
 * A layer so small, or so large, tells what its size does not cost, or does. What is within one of these
 * ranges is alike enough for a median.
 */
const smallBytes = 10e6;
const largeBytes = 30e6;
const hugeBytes = 100e6;
/** What is told of single steps is told where nothing else happens: so long before, at least. */
const quietMs = 20;

/**
 * Returns the steps of a run with a single pull: what lies between two things that can be seen from outside,
 * as README.md of the recordings has them, and how fast layers are unpacked. Of several pulls it is not known
 * which waits for which: all that is told of them is when they were cancelled.
 */
export function stepsOf(run: ObservedRun, { images, config: runtime }: RecordedHeader): ObservedSteps {
  const [pull, ...others] = run.pulls;
  if (pull === undefined || others.length > 0) return cancelSteps(run);
  const layers = new Map(
    Object.values(images).flatMap((image) => image.layers.map((layer) => [layer.blob, layer] as const)),
  );
  const { requests } = run;
  const [head] = requests;
  const firstOf = (kind: ObservedRequest['kind']) =>
    requests.find((request) => request.kind === kind && request.method === 'GET');
  const [manifest, config, layer] = [firstOf('manifest'), firstOf('config'), firstOf('layer')];
  const lastUnpacked = Math.max(...run.unpacks.map(({ endMs }) => endMs));
  const answers = requests.flatMap(({ answeredMs }) => answeredMs ?? []);
  const isUntried = requests.filter(({ kind }) => kind !== 'layer').length <= 3;
  return {
    'PullImage called to HEAD': between(pull.startMs, head?.sentMs),
    ...(isUntried
      ? {
          'HEAD answered to GET manifest': between(head?.answeredMs, manifest?.sentMs),
          'manifest answered to GET config': between(manifest?.answeredMs, config?.sentMs),
          'config answered to first GET of a layer': between(config?.answeredMs, layer?.sentMs),
        }
      : {}),
    ...(pull.ok && run.unpacks.length > 0
      ? { 'last layer unpacked to reply': between(lastUnpacked, pull.endMs) }
      : {}),
    ...(pull.ok && requests.length === 1
      ? { 'HEAD answered to reply, image present': between(head?.answeredMs, pull.endMs) }
      : {}),
    ...(pull.ok || layer !== undefined
      ? {}
      : { 'last answer to reply of a failed pull': between(Math.max(...answers), pull.endMs) }),
    ...layerSteps(requests.filter(({ kind, offset }) => kind === 'layer' && offset === 0)),
    ...handOverSteps(run, runtime.maxConcurrentDownloads),
    ...unpackSteps(run, layers),
    ...cancelSteps(run),
  };
}

/** Pulls that containerd cancelled itself: nothing of them came for longer than its timeout. */
function cancelSteps({ pulls }: ObservedRun): ObservedSteps {
  const cancelled = pulls.filter(({ error }) => error?.endsWith('context canceled'));
  if (cancelled.length === 0) return {};
  return {
    'PullImage called to its end without progress': cancelled.map(({ startMs, endMs }) => endMs - startMs),
  };
}

function between(fromMs: number | undefined, untilMs: number | undefined): readonly number[] {
  return fromMs === undefined || untilMs === undefined || !Number.isFinite(fromMs) ? [] : [untilMs - fromMs];
}

/** The first layers are asked for one after another. */
function layerSteps(requests: readonly ObservedRequest[]): ObservedSteps {
  const firstEndMs = Math.min(...requests.map(({ endMs = Infinity }) => endMs));
  const window = requests.filter(({ sentMs }) => sentMs < firstEndMs);
  return {
    'GET of a layer to that of the next': window
      .slice(1)
      .map(({ sentMs }, place) => sentMs - (window[place]?.sentMs ?? 0)),
  };
}

/**
 * Each layer that finds no slot is asked for when one more of those before it has ended. Whether a layer is
 * unpacked meanwhile matters where the unpacking leaves no processor. Of runs in which something was asked
 * for twice it is not known who had which slot.
 */
function handOverSteps({ requests, unpacks }: ObservedRun, slots: number): ObservedSteps {
  const layers = requests.filter(({ kind }) => kind === 'layer');
  const isPlain = layers.every(
    ({ status, offset, endMs }) => status === 200 && offset === 0 && endMs !== undefined,
  );
  if (slots === 0 || !isPlain) return {};
  const ends = layers.flatMap(({ endMs }) => endMs ?? []).toSorted((left, right) => left - right);
  const handOvers = layers
    .slice(slots)
    .map(({ sentMs }, place) => ({ sentMs, endMs: ends[place] ?? sentMs }));
  const isBeside = (hand: (typeof handOvers)[number]) =>
    unpacks.some(({ startMs, endMs }) => startMs < hand.sentMs && endMs > hand.endMs);
  const durations = (isUnpacking: boolean) =>
    handOvers.filter((hand) => isBeside(hand) === isUnpacking).map(({ sentMs, endMs }) => sentMs - endMs);
  return {
    'last byte of a layer to GET of the next, nothing unpacked': durations(false),
    'last byte of a layer to GET of the next, beside an unpacking': durations(true),
  };
}

function unpackSteps({ requests, unpacks }: ObservedRun, layers: ReadonlyMap<string, Layer>): ObservedSteps {
  const bodies = requests
    .filter(({ kind }) => kind === 'layer')
    .map(({ blob, sentMs, endMs = Infinity }) => ({ blob, sentMs, endMs }));
  const endOf = new Map(
    bodies.filter(({ endMs }) => endMs < Infinity).map(({ blob, endMs }) => [blob, endMs] as const),
  );
  const steps: Record<string, number[]> = {};
  const note = (step: string, value: number) => {
    steps[step] = [...(steps[step] ?? []), value];
  };
  for (const { blob, startMs, endMs } of unpacks) {
    const layer = layers.get(blob);
    const fetchedMs = endOf.get(blob);
    if (layer === undefined || fetchedMs === undefined) continue;
    const others = unpacks.filter((other) => other.blob !== blob);
    const beforeMs = Math.max(0, ...others.map((other) => other.endMs).filter((moment) => moment <= startMs));
    const isAlone = others.every((other) => other.endMs <= startMs || other.startMs >= endMs);
    if (isAlone && layer.unpacked > smallBytes)
      note(`unpacking ${contents[layer.kind]}`, rateOf(layer, endMs - startMs));
    if (isAlone && beforeMs > fetchedMs + quietMs) note('layer unpacked to the next', startMs - beforeMs);
    if (fetchedMs <= beforeMs + quietMs) continue;
    if (layer.bytes < smallBytes) note('last byte to unpacking, small layers', startMs - fetchedMs);
    // Bodies that come meanwhile share the processors, and have a file of their own to be written down.
    if (
      bodies.some(
        (other) => other.blob !== blob && other.sentMs < startMs && other.endMs > fetchedMs - quietMs,
      )
    )
      continue;
    if (layer.bytes > hugeBytes) note('last byte to unpacking, layers above 100 MB', startMs - fetchedMs);
    else if (layer.bytes > largeBytes)
      note('last byte to unpacking, layers of 30 to 100 MB', startMs - fetchedMs);
  }
  return steps;
}

const contents = {
  text: 'text, MB/s',
  rand: 'what does not compress, MB/s',
  raw: 'a plain tar, MB/s',
  files: 'small files, thousands/s',
};

function rateOf({ kind, unpacked, files }: Layer, ms: number): number {
  return kind === 'files' ? files / ms : unpacked / 1_000 / ms;
}
