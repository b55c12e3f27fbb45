import type { ImageServiceAnswer } from '../../../machines/runtime/cri.ts';
import type { ImageServiceRef } from '../../../machines/runtime/image-service-context.ts';
import type { PullCredential } from '../../../src/rules/kubelet/credentials/pull-credential.ts';
import type { Kernel } from '../../../src/run/simulation/kernel.ts';
import { createListener } from '../../../src/run/simulation/root-actors.ts';
import type { PlannedPull } from '../pull-plan.ts';
import { registryHost, replayedName } from './replay-setup.ts';

/** How a replayed call ended. */
export interface ReplayedPull {
  readonly pull: string;
  readonly startMicros: number;
  readonly endMicros: number;
  readonly ok: boolean;
  /** As the kubelet prints it; absent also where the client gave up. */
  readonly error?: string;
  /** The client gave up. */
  readonly gaveUp?: boolean;
}

const credential: PullCredential = {
  identity: 'user:password',
  registryKey: registryHost,
  source: { kind: 'node' },
};

/**
 * The clients of a recorded run: they make its calls at the recorded times, each next one once the one before
 * it was answered, and give up when they did.
 */
export class ReplayCalls {
  readonly #ended = new Map<string, ReplayedPull>();
  readonly #plan: readonly PlannedPull[];
  readonly #kernel: Kernel;
  readonly #service: ImageServiceRef;
  readonly #access: { readonly credential?: PullCredential };

  constructor(
    plan: readonly PlannedPull[],
    kernel: Kernel,
    service: ImageServiceRef,
    hasCredentials: boolean,
  ) {
    this.#plan = plan;
    this.#kernel = kernel;
    this.#service = service;
    this.#access = hasCredentials ? { credential } : {};
    for (const planned of plan)
      if (planned.after === undefined) kernel.schedule(planned.atMicros, () => this.#call(planned));
  }

  get areOver(): boolean {
    return this.#ended.size === this.#plan.length;
  }

  /** Those that have ended, in that order. */
  get ended(): readonly ReplayedPull[] {
    return [...this.#ended.values()];
  }

  #call({ pull, image, deadlineMicros }: PlannedPull): void {
    const startMicros = this.#kernel.nowMicros;
    const requester = createListener<ImageServiceAnswer>(pull, (answer) => {
      if (answer.type === 'IMAGE_PULL.SUCCEEDED') this.#end(pull, startMicros, { ok: true });
      else if (answer.type === 'IMAGE_PULL.FAILED')
        this.#end(pull, startMicros, { ok: false, error: answer.error });
    });
    this.#service.send({
      type: 'IMAGE_PULL.REQUESTED',
      image: replayedName(image),
      caller: pull,
      requester,
      ...this.#access,
    });
    if (deadlineMicros === undefined) return;
    this.#kernel.schedule(startMicros + deadlineMicros, () => {
      if (this.#ended.has(pull)) return;
      this.#service.send({ type: 'IMAGE_PULL.CANCELLED', caller: pull });
      this.#end(pull, startMicros, { ok: false, gaveUp: true });
    });
  }

  #end(pull: string, startMicros: number, outcome: Pick<ReplayedPull, 'ok' | 'error' | 'gaveUp'>): void {
    if (this.#ended.has(pull)) return;
    const endMicros = this.#kernel.nowMicros;
    this.#ended.set(pull, { pull, startMicros, endMicros, ...outcome });
    for (const next of this.#plan) {
      if (next.after === pull) this.#kernel.schedule(endMicros + next.atMicros, () => this.#call(next));
    }
  }
}
