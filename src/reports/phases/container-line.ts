import type { ContainerKind, PodRef } from '../../trace/observation.ts';
import type { Cause, RecordOf } from '../../trace/record.ts';
import type { ContainerPhases, Phase, PhaseName, PullFailureAt } from './container-phases.ts';
import { type LayerRecord, type RequestRecord, RuntimeWork } from './runtime-work.ts';

type PullRecord = RecordOf<'pull'>;
type SandboxRecord = RecordOf<'sandbox'>;
type ContainerRecord = RecordOf<'container'>;

/** The sentinel for a record that names none; these are the kubelet's own (pkg/kubelet/images/types.go). */
const sentinels: Readonly<Partial<Record<PullRecord['state'], string>>> = {
  failed: 'ErrImagePull',
  neverPresent: 'ErrImageNeverPull',
  invalidName: 'InvalidImageName',
  inspectFailed: 'ImageInspectError',
  // The kubelet has no sentinel for it: the reason is the error's text.
  secretsUnreadable: 'secrets unreadable',
};

/** A phase as it is drawn. It may continue, and only the end shows whether its image must be told. */
interface DrawnPhase {
  readonly phase: PhaseName;
  readonly image: string;
  readonly fromMs: number;
  toMs: number;
  readonly because: Cause | undefined;
  readonly provider: string | undefined;
}

/** A short phase within a back-off window. */
interface Look {
  readonly phase: 'inspecting' | 'waitingForCredentials';
  readonly atMs: number;
  readonly because?: Cause;
}

/** Phases whose cause, the holder that released the resource, is known only when the wait ends. */
const awaited: ReadonlySet<PhaseName> = new Set([
  'waitingForSandboxImage',
  'waitingForSlot',
  'waitingForDownload',
  'waitingForUnpack',
]);

/** The phases of one container, drawn while the trace is read. */
export class ContainerLine {
  readonly #of: {
    node: string;
    readonly pod: PodRef;
    readonly name: string;
    readonly kind: ContainerKind;
  };
  /** From its start until it is ready. */
  #startupMs = 0;
  /** When a container that starts up is ready. */
  #readyAtMs = Number.POSITIVE_INFINITY;
  /** The image that the pod names now. */
  #image: string;
  /** The image of the current phase: the one that was inspected last. */
  #phaseImage: string;
  readonly #phases: DrawnPhase[] = [];
  readonly #failures: PullFailureAt[] = [];
  #phase: PhaseName;
  #fromMs: number;
  #because: Cause | undefined;
  /** The end of the current back-off window. */
  #windowEndMs = 0;
  /**
   * What the kubelet did within the window: it inspected the image, and asked for credentials. Only the next
   * record shows whether that ended the wait.
   */
  #looks: readonly Look[] = [];
  /** The credential provider that was asked last. */
  #provider: string | undefined;
  #work: RuntimeWork | undefined;
  /** The fault for which the pull under way has no credentials. */
  #credentialCause: Cause | undefined;
  /**
   * The last cause that the runtime named. It explains a failed pull, of which the kubelet knows only the
   * error's text.
   */
  #lastCause: Cause | undefined;
  /** When the registry last answered this pull. */
  #answeredMs = 0;
  #ranAtMs: number | undefined;

  constructor(
    of: { node: string; pod: PodRef; name: string; kind: ContainerKind; image: string },
    arrivedMs: number,
    phase: PhaseName = 'waitingToStart',
  ) {
    this.#phase = phase;
    this.#of = { ...of };
    this.#image = of.image;
    this.#phaseImage = of.image;
    this.#fromMs = arrivedMs;
  }

  get phase(): PhaseName {
    return this.#phase;
  }

  /** When the phase began. */
  get sinceMs(): number {
    return this.#fromMs;
  }

  get name(): string {
    return this.#of.name;
  }

  get ranAtMs(): number | undefined {
    return this.#ranAtMs;
  }

  get kind(): ContainerKind {
    return this.#of.kind;
  }

  /** The pod has got its node; its kubelet does not start it yet. */
  noteNode(node: string, atMs: number): void {
    this.#of.node = node;
    this.#enter('waitingForNetwork', atMs);
  }

  /** How long it takes from its start until it is ready. */
  noteStartup(startupMs: number): void {
    this.#startupMs = startupMs;
  }

  /** A container that starts up may be ready by now. */
  catchUp(atMs: number): void {
    if (this.#phase !== 'startingUp' || this.#readyAtMs > atMs) return;
    const readyAtMs = this.#readyAtMs;
    this.#push('startingUp', readyAtMs);
    this.#phase = 'running';
    this.#ranAtMs ??= readyAtMs;
  }

  /** The pod's image for this container was changed. */
  noteImage(image: string): void {
    this.#image = image;
  }

  notePull(record: PullRecord): void {
    if (record.state === 'credentialsAnswered') {
      this.#noteCredentials(record);
      return;
    }
    if ((record.state === 'joined' || record.state === 'inspecting') && this.#phaseImage !== this.#image) {
      this.#closeTo(Math.max(record.at, this.#fromMs));
      this.#phaseImage = this.#image;
    }
    if (this.#isWithinWindow(record)) {
      this.#looks = this.#looksAfter(record);
      return;
    }
    for (const { phase, atMs, because } of this.#looks) this.#enter(phase, atMs, because);
    this.#work = record.state === 'pulling' ? new RuntimeWork() : undefined;
    const isSlotKnown = record.state === 'pulling' && this.#phase === 'waitingForCredentialsInSlot';
    const because =
      (isSlotKnown ? undefined : record.because) ??
      (record.state === 'failed' ? (this.#lastCause ?? this.#credentialCause) : undefined);
    if (record.state === 'inspecting' || record.state === 'askingCredentials')
      this.#credentialCause = undefined;
    this.#lastCause = undefined;
    this.#enter(this.#phaseAfterPull(record), record.at, because, record.state !== 'failed');
    this.#provider = record.provider;
    this.#windowEndMs = record.untilMs ?? 0;
    const sentinel = sentinels[record.state];
    if (sentinel !== undefined) {
      const throttled = record.throttled === undefined ? {} : { throttled: record.throttled };
      const { error = '' } = record;
      const before = this.#failures.at(-1)?.error;
      this.#failures.push({
        atMs: record.at,
        reason: record.reason ?? sentinel,
        // The same text as the last time is kept once.
        error: error === before ? before : error,
        ...throttled,
      });
    }
  }

  /** A fault of the provider is the cause of the wait for it, and of the failure of a pull without its answer. */
  #noteCredentials({ error, because }: PullRecord): void {
    const [last] = this.#looks.slice(-1);
    if (last !== undefined && because !== undefined)
      this.#looks = [...this.#looks.slice(0, -1), { ...last, because }];
    else this.#because ??= because;
    if (error !== undefined) this.#credentialCause = because;
  }

  #looksAfter(record: PullRecord): readonly Look[] {
    if (record.state === 'inspecting') return [{ phase: 'inspecting', atMs: record.at }];
    if (record.state !== 'askingCredentials') return [];
    this.#provider = record.provider;
    return [...this.#looks, { phase: 'waitingForCredentials', atMs: record.at }];
  }

  /** Each sync within a back-off window inspects the image and is refused again, but it is still one wait. */
  #isWithinWindow({ state, at, untilMs }: PullRecord): boolean {
    if (this.#phase !== 'backingOff' || at >= this.#windowEndMs) return false;
    return (
      state === 'inspecting' ||
      state === 'askingCredentials' ||
      (state === 'backingOff' && untilMs === this.#windowEndMs)
    );
  }

  noteLayer(record: LayerRecord): void {
    // A pull that the kubelet has lost may continue in the runtime, but it no longer belongs to this
    // container.
    if (this.#work === undefined) return;
    if (record.state === 'failed' || record.state === 'stalled')
      this.#lastCause = record.because ?? this.#lastCause;
    this.#work.note(record);
    const { phase, because } = this.#work;
    this.#enter(phase, record.at, record.because ?? because);
  }

  noteRequest(record: RequestRecord): void {
    if (this.#work === undefined) return;
    const { at, state, because } = record;
    const isAnswer = state === 'answered' || state === 'failed';
    if (because?.kind === 'downloadSlot') {
      if (this.#phase === 'waitingForDownload') this.#because ??= because;
      else this.#waitedForRequest(at, because);
    } else if (because !== undefined && because.kind !== 'inFlight') {
      this.#lastCause = because;
      if (isAnswer && this.#phase === 'resolving') this.#because ??= because;
    }
    if (isAnswer) this.#answeredMs = at;
    this.#work.noteRequest(record);
    this.#enter(this.#work.phase, at, state === 'waiting' || state === 'resting' ? because : undefined);
  }

  /**
   * containerd 2 takes a download slot for manifest and config too. If no record says when the wait began, it
   * began with the answer before.
   */
  #waitedForRequest(sentMs: number, because: Cause): void {
    if ((this.#phase !== 'resolving' && this.#phase !== 'runtimeWork') || sentMs <= this.#fromMs) return;
    this.#enter('waitingForDownload', Math.max(this.#answeredMs, this.#fromMs), because);
  }

  /**
   * If a pod's sandbox is made again, only containers that have not begun wait for it. After a failure they
   * continue to wait.
   */
  noteSandbox(record: SandboxRecord): void {
    if (this.#phase !== 'waitingToStart' && this.#phase !== 'waitingForSandboxImage') return;
    this.#enter(
      record.state === 'pullingImage' || record.state === 'failed'
        ? 'waitingForSandboxImage'
        : 'waitingToStart',
      record.at,
      record.because,
    );
  }

  /**
   * What delayed the pull or made it fail is the cause of the wait. Otherwise the pull itself is, which is
   * known when the wait ends.
   */
  noteSandboxPull(because: Cause | undefined): void {
    if (this.#phase === 'waitingForSandboxImage') this.#because ??= because;
  }

  noteContainer(record: ContainerRecord): void {
    this.#work = undefined;
    this.catchUp(record.at);
    if (record.state === 'running') {
      this.#begin(record.at, record.because);
      return;
    }
    this.#enter(record.state === 'exited' ? 'ended' : 'starting', record.at, record.because);
    if (record.state === 'exited') this.#ranAtMs ??= record.at;
  }

  /** It has started, and does not go on before it has read what it needs of its image. */
  noteRead({ at, state }: RecordOf<'imageRead'>): void {
    if (state === 'reading' && (this.#phase === 'running' || this.#phase === 'startingUp')) {
      if (this.#ranAtMs === at) this.#ranAtMs = undefined;
      this.#enter('readingImage', at);
    } else if (state === 'read' && this.#phase === 'readingImage') this.#begin(at);
  }

  /** The container works on its start, or is ready at once. */
  #begin(atMs: number, because?: Cause): void {
    this.#enter(this.#startupMs > 0 ? 'startingUp' : 'running', atMs, because);
    if (this.#startupMs > 0) this.#readyAtMs = atMs + this.#startupMs;
    else this.#ranAtMs ??= atMs;
  }

  /** The pod was rejected or has ended. */
  end(atMs: number): void {
    this.catchUp(atMs);
    this.#work = undefined;
    this.#enter('ended', atMs);
  }

  /** The kubelet restarted: its own work is lost, and what runs continues. */
  loseKubelet(atMs: number): void {
    this.catchUp(atMs);
    this.#work = undefined;
    const runs = ['running', 'startingUp', 'readingImage'].includes(this.#phase);
    if (this.#phase !== 'waitingToStart' && !runs && this.#phase !== 'ended')
      this.#enter('waitingForSync', atMs);
  }

  /** The node went down: everything starts from the beginning. */
  loseNode(atMs: number): void {
    this.catchUp(atMs);
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
      case 'joined':
        return 'waitingForSamePull';
      case 'inspecting':
        return 'inspecting';
      case 'askingCredentials':
        return record.hasSlot === true ? 'waitingForCredentialsInSlot' : 'waitingForCredentials';
      case 'waiting':
        return 'waitingForSlot';
      case 'pulling':
        return 'runtimeWork';
      case 'present':
      case 'pulled':
        // An image volume is checked again at every sync; between syncs nothing is to be done for it.
        return this.#of.kind === 'imageVolume' ? 'ended' : 'starting';
      default:
        return record.untilMs === undefined ? 'waitingForSync' : 'backingOff';
    }
  }

  /** A failure is the cause of the phase that follows, not of the wait that it ends. */
  #enter(phase: PhaseName, atMs: number, because?: Cause, endsWait = true): void {
    this.#looks = [];
    // After a failure that took no time, such as that of an invalid name, the same wait begins anew.
    if (phase === this.#phase && phase !== 'backingOff' && phase !== 'waitingForSync') return;
    // The pull that freed the slot is known only when the wait ends. It is the cause of that wait, not of the
    // next phase.
    const isAwaited = endsWait && this.#because === undefined && awaited.has(this.#phase);
    if (isAwaited) this.#because = because;
    this.#closeTo(Math.max(atMs, this.#fromMs));
    this.#phase = phase;
    this.#because = isAwaited ? undefined : because;
  }

  /**
   * Ends the current phase. If a back-off window has already ended, the wait for the next sync follows it.
   */
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
      const isAnew = phase === 'waitingForSync' && this.#failures.at(-1)?.atMs === this.#fromMs;
      if (last?.phase === phase && last.image === this.#phaseImage && !isAnew) last.toMs = toMs;
      else
        this.#phases.push({
          phase,
          image: this.#phaseImage,
          fromMs: this.#fromMs,
          toMs,
          because: this.#because,
          provider: isForCredentials(phase) ? this.#provider : undefined,
        });
    }
    this.#fromMs = toMs;
  }
}

/**
 * There is a literal for each combination: a container has some ten phases, and copies with a rest pattern
 * would cost as much as everything else here.
 */
function isForCredentials(phase: PhaseName): boolean {
  return phase === 'waitingForCredentials' || phase === 'waitingForCredentialsInSlot';
}

function toldPhase({ provider, ...drawn }: DrawnPhase, ownImage: string): Phase {
  const phase = plainPhase(drawn, ownImage);
  return provider === undefined ? phase : { ...phase, provider };
}

function plainPhase(
  { phase, image, fromMs, toMs, because }: Omit<DrawnPhase, 'provider'>,
  ownImage: string,
): Phase {
  if (image === ownImage)
    return because === undefined ? { phase, fromMs, toMs } : { phase, fromMs, toMs, because };
  return because === undefined ? { phase, fromMs, toMs, image } : { phase, fromMs, toMs, because, image };
}
