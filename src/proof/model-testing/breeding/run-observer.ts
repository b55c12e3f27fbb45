import type { InspectionEvent } from 'xstate';
import type { PullBackOffTable } from '../../../../machines/pull/pull-back-off.ts';
import type { Reason } from '../../../rules/kubelet/upstream/reason.ts';
import { firedIn } from '../../models/coverage/observed-step.ts';

/** The context of the pull throttle, as far as features go by it. */
interface ThrottleContext {
  readonly input: {
    readonly rules: { readonly qps: number };
    readonly clock: { nowMicros(): number };
  };
  readonly bucket: { readonly tokens: number; readonly lastMicros: number };
}

/**
 * Watches the simulator while it runs a script. `features` are what the run reached of the model: transitions,
 * pairs of them, the guards' outcomes and how close they were. `edgesMicros` are the moments at which a guard
 * would have another outcome, where a call is worth the most.
 */
export class RunObserver {
  readonly features = new Set<string>();
  readonly edgesMicros = new Set<number>();
  /** The last transitions of each actor. */
  readonly #last = new Map<unknown, string>();

  readonly inspect = (event: InspectionEvent): void => {
    if (event.type === '@xstate.microstep') {
      this.#seeTransitions(event.actorRef, firedIn(event));
      const { context } = event.snapshot as { readonly context?: unknown };
      if (event.event.type === 'BACK_OFF.ASKED' || event.event.type === 'FAILURE.REPORTED')
        this.#seeBackOff(event.event as { readonly type: string; readonly key?: string }, context);
      if (event.event.type === 'SWEEP.REQUESTED') this.#seeBackOff({ type: 'sweep' }, context);
      if (event.event.type === 'THROTTLE.ASKED') this.#seeBucket(context as ThrottleContext);
      if (event.event.type === 'SLOT.REQUESTED') this.#seeQueue(context);
    } else if (event.type === '@xstate.event') {
      const { reason } = event.event as { readonly reason?: Reason };
      if (reason !== undefined) this.features.add(`reason ${reason.because}`);
    }
  };

  #seeTransitions(actor: unknown, fired: readonly string[]): void {
    for (const id of fired) {
      this.features.add(id);
      this.features.add(`${this.#last.get(actor) ?? 'begin'} > ${id}`);
      this.#last.set(actor, id);
    }
  }

  #seeBackOff({ type, key }: { readonly type: string; readonly key?: string }, context: unknown): void {
    const { input, entries } = context as PullBackOffTable;
    const now = input.clock.nowMicros();
    const { maxMicros } = input.rules;
    for (const [own, { lastUpdateMicros, backOffMicros }] of entries) {
      const age = now - lastUpdateMicros;
      const edges = [backOffMicros, maxMicros, 2 * maxMicros].map((edge) => lastUpdateMicros + edge);
      for (const edge of edges) this.edgesMicros.add(edge);
      const isOwn = key === undefined || own === key;
      if (!isOwn && type !== 'BACK_OFF.ASKED') continue;
      const place = [backOffMicros, maxMicros, 2 * maxMicros].map((edge) => side(age, edge)).join('');
      const window =
        backOffMicros === maxMicros ? 'longest' : backOffMicros > maxMicros ? 'above' : 'growing';
      this.features.add(`${type} ${isOwn ? 'own' : 'other'} ${place} ${window}`);
    }
  }

  #seeBucket({ input, bucket }: ThrottleContext): void {
    const { qps } = input.rules;
    if (qps === 0) return;
    const now = input.clock.nowMicros();
    const tokens = bucket.tokens + ((now - bucket.lastMicros) / 1e6) * qps;
    this.features.add(`tokens ${tokens < 1 ? tokens.toFixed(1) : Math.min(4, Math.floor(tokens))}`);
    for (const wanted of [1, 2]) {
      const at = Math.ceil(now + Math.max(0, ((wanted - tokens) / qps) * 1e6));
      if (Number.isSafeInteger(at)) this.edgesMicros.add(at);
    }
  }

  #seeQueue(context: unknown): void {
    const { waiting, queue, blocked } = context as Readonly<Record<string, { readonly size?: number }>>;
    const size = (waiting?.size ?? 0) + (queue?.size ?? 0) + (blocked?.size ?? 0);
    this.features.add(`waiting ${Math.floor(Math.log2(size + 1))}`);
  }
}

/** On which side of an edge a moment is: before it, just before, at it, just after, or after it. */
function side(micros: number, edge: number): string {
  const distance = micros - edge;
  if (Math.abs(distance) > 1) return distance < 0 ? 'b' : 'a';
  return distance === 0 ? '=' : distance < 0 ? '<' : '>';
}
