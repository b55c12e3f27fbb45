import type { ContainerKind, PodRef } from '../../trace/observation.ts';
import type { ActorRecord, Cause } from '../../trace/record.ts';
import type { ContainerPhases, Phase, PhaseName, PullFailureAt } from './container-phases.ts';
import { type LayerRecord, type RequestRecord, RuntimeWork } from './runtime-work.ts';

type PullRecord = Extract<ActorRecord, { type: 'pull' }>;
type SandboxRecord = Extract<ActorRecord, { type: 'sandbox' }>;
type ContainerRecord = Extract<ActorRecord, { type: 'container' }>;

/** The sentinel of a record that names none; the kubelet's own (pkg/kubelet/images/types.go). */
const sentinels: Readonly<Partial<Record<PullRecord['state'], string>>> = {
  failed: 'ErrImagePull',
  neverPresent: 'ErrImageNeverPull',
  invalidName: 'InvalidImageName',
  inspectFailed: 'ImageInspectError',
  // The kubelet has none for it: the reason is the error's text.
  secretsUnreadable: 'secrets unreadable',
};

/** A phase as it is drawn: it may go on, and whether its image is worth telling is known at the end. */
interface DrawnPhase {
  readonly phase: PhaseName;
  readonly image: string;
  readonly fromMs: number;
  toMs: number;
  readonly because: Cause | undefined;
}

/** The holder that released what was waited for is known only when the wait ends. */
const awaited: ReadonlySet<PhaseName> = new Set(['waitingForSandboxImage', 'waitingForSlot', 'waitingForDownload', 'waitingForUnpack']);

/** One container's line of phases, drawn while the trace is read. */
export class ContainerLine {
  readonly #of: {
    readonly node: string;
    readonly pod: PodRef;
    readonly name: string;
    readonly kind: ContainerKind;
  };
  /** As the pod has it by now. */
  #image: string;
  /** What the phase is about: the one that was looked for last. */
  #phaseImage: string;
  readonly #phases: DrawnPhase[] = [];
  readonly #failures: PullFailureAt[] = [];
  #phase: PhaseName = 'waitingToStart';
  #fromMs: number;
  #because: Cause | undefined;
  /** End of the back-off window in force. */
  #windowEndMs = 0;
  /** When the image was looked for within the window; known to have ended the wait only by what comes of it. */
  #lookedMs: number | undefined;
  #work: RuntimeWork | undefined;
  /** The last cause that the runtime named: it explains a failed pull, of which the kubelet knows only the error's text. */
  #lastCause: Cause | undefined;
  /** When the registry last answered this pull. */
  #answeredMs = 0;
  #ranAtMs: number | undefined;

  constructor(of: { node: string; pod: PodRef; name: string; kind: ContainerKind; image: string }, arrivedMs: number) {
    this.#of = of;
    this.#image = of.image;
    this.#phaseImage = of.image;
    this.#fromMs = arrivedMs;
  }

  get phase(): PhaseName {
    return this.#phase;
  }

  get ranAtMs(): number | undefined {
    return this.#ranAtMs;
  }

  get kind(): ContainerKind {
    return this.#of.kind;
  }

  /** The pod was given another image for it. */
  noteImage(image: string): void {
    this.#image = image;
  }

  notePull(record: PullRecord): void {
    if (record.state === 'inspecting' && this.#phaseImage !== this.#image) {
      this.#closeTo(Math.max(record.at, this.#fromMs));
      this.#phaseImage = this.#image;
    }
    if (this.#isWithinWindow(record)) {
      this.#lookedMs = record.state === 'inspecting' ? record.at : undefined;
      return;
    }
    if (this.#lookedMs !== undefined) this.#enter('inspecting', this.#lookedMs);
    this.#work = record.state === 'pulling' ? new RuntimeWork() : undefined;
    const because = record.because ?? (record.state === 'failed' ? this.#lastCause : undefined);
    this.#lastCause = undefined;
    this.#enter(this.#phaseAfterPull(record), record.at, because);
    this.#windowEndMs = record.untilMs ?? 0;
    const sentinel = sentinels[record.state];
    if (sentinel !== undefined) {
      const throttled = record.throttled === undefined ? {} : { throttled: record.throttled };
      this.#failures.push({ atMs: record.at, reason: record.reason ?? sentinel, error: record.error ?? '', ...throttled });
    }
  }

  /** Each sync within a back-off window looks for the image and is refused again: that is still one wait. */
  #isWithinWindow({ state, at, untilMs }: PullRecord): boolean {
    if (this.#phase !== 'backingOff' || at >= this.#windowEndMs) return false;
    return state === 'inspecting' || (state === 'backingOff' && untilMs === this.#windowEndMs);
  }

  noteLayer(record: LayerRecord): void {
    // A pull that the kubelet has lost may go on in the runtime: not this container's doing any more.
    if (this.#work === undefined) return;
    if (record.state === 'failed' || record.state === 'stalled') this.#lastCause = record.because ?? this.#lastCause;
    this.#work.note(record);
    const { phase, because } = this.#work;
    this.#enter(phase, record.at, record.because ?? because);
  }

  noteRequest(record: RequestRecord): void {
    if (this.#work === undefined) return;
    const waited = this.#work.isRequestWaiting;
    this.#work.noteRequest(record);
    if (record.kind !== 'layer' && waited !== this.#work.isRequestWaiting) this.#enter(this.#work.phase, record.at, record.because);
    if (record.state === 'answered' || record.state === 'failed') this.#answeredMs = record.at;
    if (record.because === undefined) return;
    if (record.because.kind === 'downloadSlot') {
      if (this.#phase === 'waitingForDownload') this.#because ??= record.because;
      else this.#waitedForRequest(record.at, record.because);
      return;
    }
    this.#lastCause = record.because;
    if (this.#phase === 'resolving') this.#because ??= record.because;
  }

  /**
   * containerd 2 takes a download slot for manifest and config too. Where no record says when the wait began it is the time
   * since the answer before.
   */
  #waitedForRequest(sentMs: number, because: Cause): void {
    if (this.#phase !== 'resolving' || sentMs <= this.#fromMs) return;
    this.#enter('waitingForDownload', Math.max(this.#answeredMs, this.#fromMs), because);
    this.#enter('resolving', sentMs);
  }

  /** Of a pod whose sandbox is made anew, only what has not begun waits for it; after a failure it goes on waiting. */
  noteSandbox(record: SandboxRecord): void {
    if (this.#phase !== 'waitingToStart' && this.#phase !== 'waitingForSandboxImage') return;
    this.#enter(
      record.state === 'pullingImage' || record.state === 'failed' ? 'waitingForSandboxImage' : 'waitingToStart',
      record.at,
      record.because,
    );
  }

  /** What delayed or failed it is the cause of the wait; else it is the pull itself, which the wait's end tells. */
  noteSandboxRequest({ because }: RequestRecord): void {
    if (this.#phase === 'waitingForSandboxImage') this.#because ??= because;
  }

  noteContainer(record: ContainerRecord): void {
    this.#work = undefined;
    this.#enter(record.state === 'running' ? 'running' : record.state === 'exited' ? 'ended' : 'starting', record.at, record.because);
    if (record.state === 'running' || record.state === 'exited') this.#ranAtMs ??= record.at;
  }

  /** The pod was rejected or has ended. */
  end(atMs: number): void {
    this.#work = undefined;
    this.#enter('ended', atMs);
  }

  /** The kubelet came up anew: what it did is lost, what runs goes on. */
  loseKubelet(atMs: number): void {
    this.#work = undefined;
    if (this.#phase !== 'waitingToStart' && this.#phase !== 'running' && this.#phase !== 'ended') this.#enter('waitingForSync', atMs);
  }

  /** The node went down: everything starts from the beginning. */
  loseNode(atMs: number): void {
    this.#work = undefined;
    if (this.#phase !== 'ended') this.#enter('waitingToStart', atMs);
  }

  finish(endMs: number): ContainerPhases {
    this.#closeTo(Math.max(endMs, this.#fromMs));
    const { node, pod, name, kind } = this.#of;
    return {
      node,
      pod,
      name,
      kind,
      image: this.#image,
      phases: this.#phases.map((phase) => toldPhase(phase, this.#image)),
      lastPhase: this.#phase === 'backingOff' && this.#windowEndMs < endMs ? 'waitingForSync' : this.#phase,
      failures: this.#failures,
      ...(this.#ranAtMs === undefined ? {} : { runningAtMs: this.#ranAtMs }),
    };
  }

  #phaseAfterPull(record: PullRecord): PhaseName {
    switch (record.state) {
      case 'inspecting':
        return 'inspecting';
      case 'waiting':
        return 'waitingForSlot';
      case 'pulling':
        return 'resolving';
      case 'present':
      case 'pulled':
        // An image volume is looked at again at every sync; between syncs there is nothing left to do for it.
        return this.#of.kind === 'imageVolume' ? 'ended' : 'starting';
      default:
        return record.untilMs === undefined ? 'waitingForSync' : 'backingOff';
    }
  }

  #enter(phase: PhaseName, atMs: number, because?: Cause): void {
    this.#lookedMs = undefined;
    if (phase === this.#phase && phase !== 'backingOff') return;
    // The pull that freed the slot is known only when the wait ends. It is the cause of that wait, not of what comes next.
    const isAwaited = this.#because === undefined && awaited.has(this.#phase);
    if (isAwaited) this.#because = because;
    this.#closeTo(Math.max(atMs, this.#fromMs));
    this.#phase = phase;
    this.#because = isAwaited ? undefined : because;
  }

  /** Ends the phase in force; a back-off window that ended before is followed by the wait for the next sync. */
  #closeTo(atMs: number): void {
    if (this.#phase === 'backingOff' && this.#windowEndMs < atMs) {
      const windowEndMs = Math.max(this.#windowEndMs, this.#fromMs);
      this.#push('backingOff', windowEndMs);
      this.#push('waitingForSync', atMs);
    } else this.#push(this.#phase, atMs);
  }

  #push(phase: PhaseName, toMs: number): void {
    const last = this.#phases.at(-1);
    if (toMs > this.#fromMs) {
      if (last?.phase === phase && last.image === this.#phaseImage) last.toMs = toMs;
      else this.#phases.push({ phase, image: this.#phaseImage, fromMs: this.#fromMs, toMs, because: this.#because });
    }
    this.#fromMs = toMs;
  }
}

/** A literal for each combination: there are some ten phases a container, and copies with a rest cost as much as all else that is done for one. */
function toldPhase({ phase, image, fromMs, toMs, because }: DrawnPhase, ownImage: string): Phase {
  if (image === ownImage) return because === undefined ? { phase, fromMs, toMs } : { phase, fromMs, toMs, because };
  return because === undefined ? { phase, fromMs, toMs, image } : { phase, fromMs, toMs, because, image };
}
