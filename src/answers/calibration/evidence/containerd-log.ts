import { bytesMax, normalizedReference } from '../../../inputs/events/pulled-image-name.ts';
import { parseGoDuration } from '../../../rules/kubelet/go/go-duration.ts';
import { goUnquote } from '../../../rules/kubelet/go/go-strings.ts';
import type { ObservedLayer, ObservedPull, ObservedRequest } from '../estimates/observed-pull.ts';
import { SkipCount } from '../estimates/skip-count.ts';
import { type LogLine, readLogLine } from './log-line.ts';
import { RequestLog } from './request-log.ts';

interface OpenCall {
  readonly startMicros: number;
  /** Whether `Pulled image …` has told everything and only the answer's own line is still to come. */
  told: boolean;
}

/** A count of bytes comes a little before or after the line about the finished pull. */
const nearMicros = 2_000_000;

/** Reads containerd's log line by line: calls of PullImage, and at level debug requests and layers. */
export class ContainerdLog {
  readonly pulls: ObservedPull[] = [];
  readonly layers: ObservedLayer[] = [];
  readonly skips = new SkipCount();
  /** The number of lines with information. */
  lines = 0;
  version: string | undefined;
  readonly #file: string;
  readonly #open = new Map<string, OpenCall[]>();
  readonly #read = new Map<string, { micros: number; bytes: number }>();
  readonly #last = new Map<string, number>();
  readonly #requests = new RequestLog();

  /** `file`: its name, for people. */
  constructor(file: string) {
    this.#file = file;
  }

  get requests(): readonly ObservedRequest[] {
    return this.#requests.done;
  }

  /** Takes the next line; `number` counts from 1. A line that is not about pulls is ignored. */
  add(text: string, number: number): void {
    const line = readLogLine(text.endsWith('\r') ? text.slice(0, -1) : text);
    if (line === 'other') return;
    if (line === 'broken') {
      this.skips.add('a line that is cut short or mixed up');
      return;
    }
    this.lines += 1;
    if (line.message.startsWith('starting containerd')) {
      this.#restart(line);
      return;
    }
    if (line.message === 'diff applied') {
      const layer = unpackedLayer(line);
      if (layer === undefined) this.skips.add('a "diff applied" without its size or duration');
      else this.layers.push(layer);
      return;
    }
    if (this.#requests.add(line)) return;
    const message = containerdMessage(line.message);
    if (message !== undefined) this.#take(message, line, `${this.#file}:${number}`);
  }

  /** Ends the log: calls without an answer are counted. */
  end(): void {
    this.#dropOpen('a pull without an end in the file');
  }

  #take(message: ContainerdMessage, line: LogLine, at: string): void {
    if (message.kind === 'read') {
      this.#countRead(message.reference, message.bytes, line.micros);
      return;
    }
    if (message.kind === 'stalled') {
      this.skips.add('a pull that containerd cancelled: no progress');
      return;
    }
    const { image } = message;
    if (message.kind === 'called') {
      const calls = this.#open.get(image);
      const call = { startMicros: line.micros, told: false };
      if (calls === undefined) this.#open.set(image, [call]);
      else calls.push(call);
      return;
    }
    const endMicros = line.micros;
    if (message.kind === 'pulled') {
      const call = nearestCall(this.#open.get(image) ?? [], endMicros - message.durationMicros);
      if (call !== undefined) call.told = true;
      this.#keep(
        {
          image,
          at,
          outcome: 'pulled',
          endMicros,
          durationMicros: message.durationMicros,
          bytes: message.bytes,
        },
        line.node,
      );
      return;
    }
    const call = this.#close(image, message.kind);
    if (call === undefined) {
      this.skips.add('an answer without its call in the file');
      return;
    }
    if (call.told) return;
    const outcome = message.kind === 'failed' ? 'failed' : 'pulled';
    const durationMicros = endMicros - call.startMicros;
    if (durationMicros < 0) {
      this.skips.add('an end before its beginning: the clock was set back');
      return;
    }
    this.#keep({ image, at, outcome, endMicros, durationMicros, bytes: undefined }, line.node);
  }

  #close(image: string, kind: 'returned' | 'failed'): OpenCall | undefined {
    const calls = this.#open.get(image) ?? [];
    const told =
      kind === 'returned' ? calls.findIndex((call) => call.told) : calls.findIndex((call) => !call.told);
    const [call] = calls.splice(Math.max(told, 0), 1);
    if (calls.length === 0) this.#open.delete(image);
    return call;
  }

  #keep(
    pull: Pick<ObservedPull, 'image' | 'at' | 'outcome' | 'endMicros' | 'durationMicros' | 'bytes'>,
    node: string | undefined,
  ): void {
    const named = normalizedReference(pull.image);
    if (named === undefined) {
      this.skips.add('a name that no image has');
      return;
    }
    if ((pull.bytes ?? 0) > bytesMax) {
      this.skips.add('a size that no image has');
      return;
    }
    const { reference } = named;
    const read = this.#read.get(reference);
    const near = read !== undefined && Math.abs(read.micros - pull.endMicros) <= nearMicros;
    if (near) this.#read.delete(reference);
    else this.#last.set(reference, this.pulls.length);
    this.pulls.push({
      ...pull,
      reference,
      node,
      from: 'log',
      endSpreadMicros: 0,
      bytesRead: near ? read.bytes : undefined,
    });
  }

  /** This line is usually after that of the pull, but sometimes before it. */
  #countRead(reference: string, bytes: number, micros: number): void {
    const index = this.#last.get(reference);
    const pull = index === undefined ? undefined : this.pulls[index];
    if (index === undefined || pull === undefined || micros - pull.endMicros > nearMicros) {
      this.#read.set(reference, { micros, bytes });
      return;
    }
    this.#last.delete(reference);
    this.pulls[index] = { ...pull, bytesRead: bytes };
  }

  #restart(line: LogLine): void {
    this.version = /^v?\d+\.\d+(?:\.\d+)?/.exec(line.fields.get('version') ?? '')?.[0] ?? this.version;
    this.#dropOpen('a pull that a restart of containerd ended');
  }

  #dropOpen(reason: string): void {
    for (const calls of this.#open.values()) for (const call of calls) if (!call.told) this.skips.add(reason);
    this.#open.clear();
  }
}

/** Returns the call whose beginning fits best, of several calls for one image. */
function nearestCall(calls: readonly OpenCall[], startMicros: number): OpenCall | undefined {
  let nearest: OpenCall | undefined;
  for (const call of calls) {
    if (call.told) continue;
    if (
      nearest === undefined ||
      Math.abs(call.startMicros - startMicros) < Math.abs(nearest.startMicros - startMicros)
    )
      nearest = call;
  }
  return nearest;
}

/**
 * Returns the layer in a line `diff applied`; undefined if the fields are not valid. The size is the blob's,
 * which is what came over the wire. Mirrors `fsApplier.Apply` in core/diff/apply/apply.go (2.4.2; 1.6.20 has
 * it already).
 */
function unpackedLayer({ fields, micros }: LogLine): ObservedLayer | undefined {
  const text = fields.get('d') ?? '';
  // The JSON formatter writes a duration as a number of nanoseconds.
  const unpackMicros = /^\d{1,18}$/.test(text) ? Math.round(Number(text) / 1_000) : parseGoDuration(text);
  const bytes = Number(fields.get('size') ?? Number.NaN);
  if (unpackMicros === undefined || unpackMicros < 0 || !Number.isSafeInteger(bytes) || bytes < 0)
    return undefined;
  return {
    bytes,
    unpackMicros,
    endMicros: micros,
    compressed: /gzip|zstd/.test(fields.get('media') ?? 'gzip'),
  };
}

/** What a line of containerd says of pulls. */
type ContainerdMessage =
  | { readonly kind: 'called' | 'returned' | 'failed'; readonly image: string }
  | {
      readonly kind: 'pulled';
      readonly image: string;
      readonly bytes: number;
      readonly durationMicros: number;
    }
  | { readonly kind: 'read'; readonly reference: string; readonly bytes: number }
  | { readonly kind: 'stalled'; readonly reference: string };

const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
const answered = new RegExp(`^PullImage ${quoted}( returns image reference ${quoted}| failed)?$`);
const pulled = new RegExp(
  `^Pulled image ${quoted} with image id ${quoted}, repo tag ${quoted}, repo digest ${quoted}, size "(\\d{1,15})" in (\\S{1,40})$`,
);
const stopped = /^stop pulling image (\S+): active requests=-?\d+, bytes read=(\d{1,15})$/;
const cancelled = /^cancel pulling image (\S+) because of no progress in \S+$/;

/**
 * What the message of a line means, undefined where it is of something else. The texts, by the release they
 * appeared in (source of 1.6.20, 1.7.27, 2.0.5, 2.2.0, 2.4.2):
 * - `PullImage "x"`, `… returns image reference "y"`, `… failed`: 1.6, in
 *   internal/cri/instrument/instrumented_service.go;
 * - `Pulled image … size "N" in D`: 1.7 at level info, in image_pull.go (1.6: debug, without size and
 *   duration);
 * - `stop pulling image …: active requests=, bytes read=` and `cancel pulling image …`: 1.7, where a progress
 *   timeout is set.
 */
function containerdMessage(message: string): ContainerdMessage | undefined {
  const call = answered.exec(message);
  if (call !== null) {
    const kind = call[2] === undefined ? 'called' : call[2] === ' failed' ? 'failed' : 'returned';
    return { kind, image: goUnquote(call[1] ?? '') };
  }
  const done = pulled.exec(message);
  if (done !== null) {
    const durationMicros = parseGoDuration(done[6] ?? '');
    return durationMicros === undefined
      ? undefined
      : { kind: 'pulled', image: goUnquote(done[1] ?? ''), bytes: Number(done[5]), durationMicros };
  }
  const stop = stopped.exec(message);
  if (stop !== null) return { kind: 'read', reference: stop[1] ?? '', bytes: Number(stop[2]) };
  const cancel = cancelled.exec(message);
  return cancel === null ? undefined : { kind: 'stalled', reference: cancel[1] ?? '' };
}
