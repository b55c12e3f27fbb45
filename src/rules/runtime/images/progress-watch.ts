import { withChanges } from '../../values/with-changes.ts';
import type { RequestPoint } from '../errors/pull-error.ts';
import type { RuntimeOptions } from '../profiles/runtime-options.ts';
import type { RuntimeProfile } from '../profiles/runtime-profile.ts';

/**
 * What `image_pull_progress_timeout` goes by. A check every now and then sees how many bytes have come and
 * whether anything is active; a pull that is active without new bytes for longer than the timeout is
 * cancelled. On the local path a request that is under way is active. The transfer service reads the state of
 * its downloads every 300 ms from their files, with two defects (measured, docs/measurements.md R9;
 * core/transfer/local/progress.go): a file grows by 1 MiB, so that a layer counts as active only from there
 * on; and from 2.2 on one whose unpacking begins before the next look after its last byte stays active. CRI-O (`copy`) has
 * a timer that each report of progress starts anew: a layer begins, ten times in the timeout while its bytes
 * arrive, and when it is done, which is after its commit. A commit reports nothing, so that a large layer uses
 * up the timeout (`consumeImagePullProgress` of server/image_pull.go, v1.34.0; copy/blob.go of
 * containers/image).
 */
export interface ProgressWatch {
  readonly path: RuntimeOptions['path'];
  readonly timeoutMicros: number;
  readonly intervalMicros: number;
  /** When the checks began. */
  readonly startMicros: number;
  /** When the tag was resolved. From then on the transfer service checks its downloads. */
  readonly resolvedMicros: number;
  readonly losesUnpackedLayers: boolean;
  readonly countsIdleTime: boolean;
  /** How long the sync of a blob takes within its transfer, for each million bytes. */
  readonly hiddenSyncMicros: number;
  readonly layers: readonly WatchedLayer[];
  /** The fetches that have a request under way. */
  readonly asking: readonly Asking[];
  /** The layers that are being unpacked. */
  readonly unpacking: readonly number[];
  /** The bytes at the last check that counted as progress, and its time. */
  readonly seenBytes: number;
  readonly seenMicros: number;
  /** Whether the last check found anything active. */
  readonly before: 'idle' | 'active';
}

interface WatchedLayer {
  readonly layer: number;
  readonly flow: FlowName;
  readonly bytes: number;
  readonly sinceMicros: number;
  /**
   * How many bytes had arrived when the flow began or resumed, and how many the last measurement has seen.
   */
  readonly offset: number;
  readonly received: number;
  /** `leaked`: the layer counts as active for ever, even when it is unpacked. */
  readonly state: 'receiving' | 'fetched' | 'leaked';
  readonly fetchedMicros: number;
}

interface Asking {
  readonly fetch: number;
  readonly at: RequestPoint;
}

interface FlowName {
  readonly id: string;
  readonly linkId: string;
  readonly registry: string;
}

const defaultIntervalMicros = 10_000_000;
const lookMicros = 300_000;
/** The size of the buffer with which containerd copies a body into its file. */
const bufferBytes = 2 ** 20;
/**
 * Where the disk limits what arrives, a layer's last byte counts as come when it is on the disk, and no time is left
 * for the sync. Until then at least so much of it passes, for each million bytes, as on a disk that limits nothing.
 */
const syncMicrosMin = 450;

/** What of a runtime decides about its watch. */
export type WatchedProfile = Pick<RuntimeProfile, 'options' | 'losesUnpackedLayers' | 'countsIdleTime'> & {
  readonly delays: Pick<RuntimeProfile['delays'], 'commitPerMegabyte'>;
};

/** Returns the watch of a pull. Without a timeout in the options it never cancels anything. */
export function progressWatch(
  {
    options: { path, imagePullProgressTimeoutMicros: timeoutMicros },
    delays: { commitPerMegabyte },
    losesUnpackedLayers,
    countsIdleTime,
  }: WatchedProfile,
  {
    startedMicros: startMicros,
    resolvedMicros,
  }: { readonly startedMicros: number; readonly resolvedMicros: number },
): ProgressWatch {
  const intervalMicros = checkInterval(path, timeoutMicros);
  const firstCheck = { seenBytes: 0, seenMicros: startMicros, before: 'idle' } as const;
  return {
    path,
    timeoutMicros,
    intervalMicros,
    startMicros,
    resolvedMicros,
    losesUnpackedLayers,
    countsIdleTime,
    hiddenSyncMicros: commitPerMegabyte === 0 ? syncMicrosMin : 0,
    layers: [],
    asking: [],
    unpacking: [],
    ...firstCheck,
  };
}

function checkInterval(path: RuntimeOptions['path'], timeoutMicros: number): number {
  if (path === 'copy') return Math.max(1, Math.floor(timeoutMicros / 10));
  return timeoutMicros < defaultIntervalMicros
    ? Math.max(1, Math.floor(timeoutMicros / 2))
    : defaultIntervalMicros;
}

/** Whether a watch with these options counts requests under way as active, beside the bytes that arrive. */
export function countsRequests({ path, imagePullProgressTimeoutMicros }: RuntimeOptions): boolean {
  return path === 'local' && imagePullProgressTimeoutMicros > 0;
}

/** Returns the watch after a fetch has sent a request. */
export function asking(watch: ProgressWatch, request: Asking): ProgressWatch {
  return withChanges(watch, { asking: [...settled(watch, request.fetch).asking, request] });
}

/** Returns the watch when the fetch has no request under way: it waits for a slot, or has finished. */
export function settled(watch: ProgressWatch, fetch: number): ProgressWatch {
  return withChanges(watch, { asking: watch.asking.filter((other) => other.fetch !== fetch) });
}

/**
 * Returns the request that has not been answered if the pull has stalled before its layers; else undefined.
 */
export function unanswered({ asking: requests }: ProgressWatch): RequestPoint | undefined {
  const at = requests[0]?.at;
  return at === undefined || at.kind === 'layer'
    ? undefined
    : { method: at.method, kind: at.kind, digest: at.digest };
}

/**
 * Returns the watch when bytes of a layer begin to flow. `offset` is how many had arrived before, if that is
 * known.
 */
export function receiving(
  watch: ProgressWatch,
  nowMicros: number,
  {
    layer,
    bytes,
    flow,
    offset,
  }: { layer: number; bytes: number; flow: FlowName; offset?: number | undefined },
): ProgressWatch {
  const before = watch.layers.find((one) => one.layer === layer);
  const sinceMicros = before?.sinceMicros ?? nowMicros;
  const bytesAtStart = { offset: offset ?? before?.received ?? 0, received: offset ?? before?.received ?? 0 };
  const now: WatchedLayer = {
    layer,
    flow,
    bytes,
    sinceMicros,
    ...bytesAtStart,
    state: 'receiving',
    fetchedMicros: 0,
  };
  const layers = [...watch.layers.filter((one) => one.layer !== layer), now];
  if (watch.path !== 'copy') return withChanges(watch, { layers });
  // CRI-O's timer starts with the first layer.
  const startMicros = watch.layers.length === 0 ? nowMicros : watch.startMicros;
  return withChanges(watch, { layers, startMicros, seenMicros: nowMicros });
}

/** Returns the watch after the last byte of a layer arrived at `fetchedMicros`. */
export function fetched(watch: ProgressWatch, layer: number, fetchedMicros: number): ProgressWatch {
  const after = withLayer(watch, layer, (one) =>
    withChanges(one, { state: 'fetched', received: one.bytes, fetchedMicros }),
  );
  if (watch.path !== 'copy') return after;
  const seenMicros = Math.max(watch.seenMicros, lastReport(watch, layer, fetchedMicros));
  return withChanges(after, { seenMicros, seenBytes: seenBytes(after) });
}

/**
 * When CRI-O last reports a layer whose last byte has arrived: at once if it waits for layers below it to be
 * committed; if it is the next to be committed, at the last report while its bytes arrived.
 */
function lastReport(watch: ProgressWatch, layer: number, fetchedMicros: number): number {
  const isNext =
    watch.unpacking.length === 0 &&
    watch.layers.every((one) => one.layer >= layer || one.state === 'fetched');
  if (!isNext) return fetchedMicros;
  const { sinceMicros = fetchedMicros } = watch.layers.find((one) => one.layer === layer) ?? {};
  const { intervalMicros } = watch;
  return sinceMicros + Math.floor((fetchedMicros - sinceMicros) / intervalMicros) * intervalMicros;
}

/**
 * Returns the watch when a layer is being unpacked. The transfer service never forgets a download that it has
 * not seen complete.
 */
export function unpacking(watch: ProgressWatch, layer: number, nowMicros: number): ProgressWatch {
  const begun = withChanges(watch, { unpacking: [...watch.unpacking, layer] });
  if (watch.path !== 'transfer' || !watch.losesUnpackedLayers) return begun;
  return withLayer(begun, layer, (one) =>
    one.state === 'fetched' && isLost(watch, one, nowMicros) ? withChanges(one, { state: 'leaked' }) : one,
  );
}

/**
 * Returns the watch after the layer is unpacked. CRI-O reports it as done unless it goes on with the next one,
 * whose bytes wait.
 */
export function unpacked(watch: ProgressWatch, layer: number, nowMicros: number): ProgressWatch {
  const unpacking = watch.unpacking.filter((other) => other !== layer);
  const goesOn = watch.layers.some((one) => one.layer === layer + 1 && one.state === 'fetched');
  const seenMicros = watch.path === 'copy' && !goesOn ? nowMicros : watch.seenMicros;
  return withChanges(watch, { unpacking, seenMicros });
}

/** Returns the flows whose bytes the next check asks for. */
export function receivingFlows({ layers }: ProgressWatch): readonly FlowName[] {
  return layers.filter(({ state }) => state === 'receiving').map(({ flow }) => flow);
}

/** Returns the watch with the bytes of the flows of `receivingFlows`, in its order. */
export function measured(watch: ProgressWatch, bytes: readonly number[]): ProgressWatch {
  let flowIndex = 0;
  const layers = watch.layers.map((one) =>
    // A flow that has ended has brought its last byte, and the layer is being committed.
    one.state === 'receiving'
      ? withChanges(one, { received: Math.max(one.received, one.offset + (bytes[flowIndex++] ?? 0)) })
      : one,
  );
  return withChanges(watch, { layers });
}

/** Whether anything is active, or can become active by itself. */
export function isWorthChecking(watch: ProgressWatch): boolean {
  if (watch.timeoutMicros === 0) return false;
  if (watch.path === 'copy')
    return watch.unpacking.length > 0 || watch.layers.some(({ state }) => state === 'receiving');
  return (
    watch.layers.some(({ state }) => state !== 'fetched') ||
    (watch.path === 'local' && watch.asking.length > 0)
  );
}

/** Returns the time of the next check after this moment; CRI-O's timer runs out at its own time. */
export function nextCheckMicros(watch: ProgressWatch, nowMicros: number): number {
  const { path, startMicros, intervalMicros, seenMicros, timeoutMicros } = watch;
  const next = startMicros + (Math.floor((nowMicros - startMicros) / intervalMicros) + 1) * intervalMicros;
  const timeout = seenMicros + timeoutMicros;
  return path === 'copy' && timeout > nowMicros ? Math.min(next, timeout) : next;
}

/**
 * Returns the watch when checks are resumed. The checks that were left out would have found nothing active.
 */
export function resumed(watch: ProgressWatch, nowMicros: number): ProgressWatch {
  if (watch.path === 'copy') return watch;
  const lastMicros = Math.max(watch.startMicros, nextCheckMicros(watch, nowMicros) - watch.intervalMicros);
  return withChanges(watch, {
    seenBytes: seenBytes(watch),
    seenMicros: Math.max(watch.seenMicros, lastMicros),
    before: 'idle',
  });
}

/** Whether this check finds that no bytes have arrived for too long. */
export function isStalled(watch: ProgressWatch, nowMicros: number): boolean {
  const idleMicros = nowMicros - watch.seenMicros;
  if (watch.path === 'copy') return !isProgress(watch) && idleMicros >= watch.timeoutMicros;
  return !isProgress(watch) && idleMicros > watch.timeoutMicros;
}

/**
 * Whether this check comes exactly at the timeout: a real one is late by more or by fewer microseconds than
 * the check that saw the last progress, so that chance decides whether that was too long. Recorded: 7 of 13
 * pulls were cancelled there.
 */
export function isAtTimeout(watch: ProgressWatch, nowMicros: number): boolean {
  return !isProgress(watch) && nowMicros - watch.seenMicros === watch.timeoutMicros;
}

/** Returns the watch after a check that cancelled nothing. */
export function checked(watch: ProgressWatch, nowMicros: number): ProgressWatch {
  const before = active(watch) === 0 ? 'idle' : 'active';
  return isProgress(watch)
    ? withChanges(watch, { before, seenBytes: seenBytes(watch), seenMicros: nowMicros })
    : withChanges(watch, { before });
}

function isProgress(watch: ProgressWatch): boolean {
  if (watch.path === 'copy') return seenBytes(watch) > watch.seenBytes;
  if (active(watch) === 0 || seenBytes(watch) > watch.seenBytes) return true;
  // From 2.4 on the local path begins to count at the first check that finds something active.
  return watch.path === 'local' && watch.before === 'idle' && !watch.countsIdleTime;
}

function active({ path, layers, asking: requests }: ProgressWatch): number {
  if (path === 'local')
    return Math.max(requests.length, layers.filter(({ state }) => state === 'receiving').length);
  return layers.filter((one) => one.state === 'leaked' || (one.state === 'receiving' && isOpen(one))).length;
}

function seenBytes({ path, layers }: ProgressWatch): number {
  return layers.reduce(
    (sum, { received }) => sum + (path === 'transfer' ? writtenBytes(received) : received),
    0,
  );
}

/** Returns how many of so many bytes have been written to the file. */
function writtenBytes(bytes: number): number {
  return bytes - (bytes % bufferBytes);
}

/** Whether some of the layer's bytes are in the file, but not all. */
function isOpen({ bytes, received }: WatchedLayer): boolean {
  return writtenBytes(received) > 0 && received < bytes;
}

/**
 * Whether the transfer service has seen the layer grow, and did not look between its last byte and this
 * moment. What it saw at its last look before the last byte is reckoned from the layer's mean rate.
 */
function isLost(
  { resolvedMicros, hiddenSyncMicros }: ProgressWatch,
  one: WatchedLayer,
  nowMicros: number,
): boolean {
  const lookBefore = (micros: number) =>
    resolvedMicros + Math.floor((micros - resolvedMicros) / lookMicros) * lookMicros;
  const syncMicros = Math.round((one.bytes / 1e6) * hiddenSyncMicros);
  const lastLook = lookBefore(Math.max(one.sinceMicros, one.fetchedMicros - syncMicros));
  if (lookBefore(nowMicros) !== lastLook) return false;
  const tookMicros = Math.max(1, one.fetchedMicros - one.sinceMicros);
  return writtenBytes((one.bytes * (lastLook - one.sinceMicros)) / tookMicros) > 0;
}

function withLayer(
  watch: ProgressWatch,
  layer: number,
  change: (one: WatchedLayer) => WatchedLayer,
): ProgressWatch {
  return withChanges(watch, { layers: watch.layers.map((one) => (one.layer === layer ? change(one) : one)) });
}
