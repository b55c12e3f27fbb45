import type { ObservedRequest, ObservedRun } from './observed-run.ts';
import type { RecordedHeader } from './recorded-run.ts';

/** What was seen of single steps of a pull, by the step: so many ms each, or MB (thousand files) per second. */
export type ObservedSteps = Readonly<Record<string, readonly number[]>>;

type Layer = RecordedHeader['images'][string]['layers'][number];

/** A layer so small, or so large, tells what its size does not cost, or does. */
const smallBytes = 10e6;
const largeBytes = 40e6;
/** What is told of single steps is told where nothing else happens: so long before, at least. */
const quietMs = 20;

/**
 * Returns the steps of a run with a single pull: what lies between two things that can be seen from outside, as README.md of the
 * recordings has them, and how fast layers are unpacked. Of several pulls it is not known which waits for which: all that is told of
 * them is when they were cancelled.
 */
export function stepsOf(run: ObservedRun, { images }: RecordedHeader): ObservedSteps {
  const [pull, ...others] = run.pulls;
  if (pull === undefined || others.length > 0) return cancelSteps(run);
  const layers = new Map(Object.values(images).flatMap((image) => image.layers.map((layer) => [layer.blob, layer] as const)));
  const { requests } = run;
  const [head] = requests;
  const firstOf = (kind: ObservedRequest['kind']) => requests.find((request) => request.kind === kind && request.method === 'GET');
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
    ...(pull.ok && run.unpacks.length > 0 ? { 'last layer unpacked to reply': between(lastUnpacked, pull.endMs) } : {}),
    ...(pull.ok && requests.length === 1 ? { 'HEAD answered to reply, image present': between(head?.answeredMs, pull.endMs) } : {}),
    ...(pull.ok || layer !== undefined ? {} : { 'last answer to reply of a failed pull': between(Math.max(...answers), pull.endMs) }),
    ...layerSteps(requests.filter(({ kind, offset }) => kind === 'layer' && offset === 0)),
    ...unpackSteps(run, layers),
    ...cancelSteps(run),
  };
}

/** Pulls that containerd cancelled itself: nothing of them came for longer than its timeout. */
function cancelSteps({ pulls }: ObservedRun): ObservedSteps {
  const cancelled = pulls.filter(({ error }) => error?.endsWith('context canceled'));
  if (cancelled.length === 0) return {};
  return { 'PullImage called to its end without progress': cancelled.map(({ startMs, endMs }) => endMs - startMs) };
}

function between(fromMs: number | undefined, untilMs: number | undefined): readonly number[] {
  return fromMs === undefined || untilMs === undefined || !Number.isFinite(fromMs) ? [] : [untilMs - fromMs];
}

/** The first layers are asked for one after another; the others each when one more of those under way has ended. */
function layerSteps(requests: readonly ObservedRequest[]): ObservedSteps {
  const firstEndMs = Math.min(...requests.map(({ endMs = Infinity }) => endMs));
  const window = requests.filter(({ sentMs }) => sentMs < firstEndMs);
  const ends = requests.flatMap(({ endMs }) => endMs ?? []).toSorted((left, right) => left - right);
  const opened = window.slice(1).map(({ sentMs }, place) => sentMs - (window[place]?.sentMs ?? 0));
  const handedOver = requests.filter(({ sentMs }) => sentMs > firstEndMs).map(({ sentMs }, place) => sentMs - (ends[place] ?? sentMs));
  return { 'GET of a layer to that of the next': opened, 'last byte of a layer to GET of the next': handedOver };
}

function unpackSteps({ requests, unpacks }: ObservedRun, layers: ReadonlyMap<string, Layer>): ObservedSteps {
  const endOf = new Map(requests.flatMap(({ blob, endMs }) => (endMs === undefined ? [] : [[blob, endMs] as const])));
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
    if (isAlone && layer.unpacked > smallBytes) note(`unpacking ${contents[layer.kind]}`, rateOf(layer, endMs - startMs));
    if (isAlone && beforeMs > fetchedMs + quietMs) note('layer unpacked to the next', startMs - beforeMs);
    if (fetchedMs <= beforeMs + quietMs) continue;
    if (layer.bytes < smallBytes) note('last byte to unpacking, small layers', startMs - fetchedMs);
    if (layer.bytes > largeBytes) note('last byte to unpacking, large layers', startMs - fetchedMs);
  }
  return steps;
}

const contents = { text: 'text, MB/s', rand: 'what does not compress, MB/s', raw: 'a plain tar, MB/s', files: 'small files, thousands/s' };

function rateOf({ kind, unpacked, files }: Layer, ms: number): number {
  return kind === 'files' ? files / ms : unpacked / 1_000 / ms;
}
