import type { Fifo } from '../../src/rules/collections/fifo.ts';
import type { SortedMap } from '../../src/rules/collections/sorted-map.ts';
import type {
  RegistryRules,
  RegistryState,
  Verdict,
} from '../../src/rules/runtime/registry/registry-verdict.ts';
import type { Because } from '../../src/trace/observation.ts';
import { message, type Outgoing } from '../reducer.ts';
import type { Clock } from './clock.ts';
import type { RandomSource } from './random-source.ts';
import type { Recorder } from './recorder.ts';
import type {
  BlobStore,
  ContentSource,
  RegistryAnswer,
  RegistryCall,
  RegistryRequest,
} from './registry-protocol.ts';

export interface RegistryMachineInput extends RegistryRules {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly roundTripMicros: number;
  /** Whether the registry supports Range requests; absent means yes. */
  readonly ranges?: boolean;
  /** The source of its content; absent if it has everything itself. */
  readonly cache?: ContentSource;
  /** The host to which it redirects requests for blobs; absent if it serves them itself. */
  readonly blobStore?: BlobStore;
  /** Present if the registry is itself a blob store: only faults that name it affect it. */
  readonly isBlobStore?: true;
}

/** A call that stays unanswered as long as the fault `by` lasts. */
interface HeldCall extends RegistryCall {
  readonly by: string;
  readonly sequence: number;
}

export interface RegistryContext {
  readonly input: RegistryMachineInput;
  readonly state: RegistryState;
  /** The call that is being judged, and the verdict on it. */
  readonly call: RegistryCall | undefined;
  readonly verdict: Verdict;
  /** The held calls by the ids of their requests. */
  readonly held: SortedMap<HeldCall>;
  readonly sequence: number;
  /** Calls that no fault holds any more. They are judged again, in the order of their arrival. */
  readonly released: Fifo<RegistryCall>;
  /**
   * Calls that wait for a random number. The random source answers in the order of the requests, without
   * delay.
   */
  readonly drawing: Fifo<RegistryCall & { readonly verdict: Extract<Verdict, { kind: 'draw' }> }>;
}

/** Returns the call that is being judged. It is set in every state that needs it. */
export function judgedCall(context: RegistryContext): RegistryCall {
  if (context.call === undefined) throw new Error(`${context.input.name}: no call is being judged`);
  return context.call;
}

/**
 * Returns the source of the registry's content. Throws if the registry has everything itself, which a guard
 * must have excluded.
 */
export function requireSource({ name, cache }: RegistryMachineInput): ContentSource {
  if (cache === undefined) throw new Error(`${name}: has everything itself`);
  return cache;
}

/** Returns the name by which causes refer to a client's use of the pull limit. */
export function limitName({ name }: RegistryMachineInput, counter: string): string {
  return `${name}/${counter}`;
}

/** Returns the answer to the client. */
export function registryAnswer(
  input: RegistryMachineInput,
  request: RegistryRequest,
  verdict: Verdict,
): RegistryAnswer {
  const { roundTripMicros, host } = input;
  const { id } = request;
  switch (verdict.kind) {
    case 'refused':
      return { type: 'HTTP.REFUSED', id, roundTripMicros, fault: verdict.fault };
    case 'reset':
      return {
        type: 'HTTP.RESET',
        id,
        roundTripMicros: roundTripMicros + (verdict.pauseMicros ?? 0),
        fault: verdict.fault,
      };
    case 'status': {
      const { kind: _, limit, pauseMicros = 0, ...answer } = verdict;
      const because: Because | undefined = limit && {
        kind: 'pullLimit',
        actor: limitName(input, limit.counter),
      };
      return {
        type: 'HTTP.ANSWERED',
        id,
        roundTripMicros: roundTripMicros + pauseMicros,
        ...answer,
        ...(because === undefined ? {} : { because }),
      };
    }
    case 'served': {
      const { bodyFault } = verdict;
      const redirect = isRedirected(input, request) ? input.blobStore : undefined;
      const body = bodyFault === undefined ? {} : { body: { from: redirect?.host ?? host, bodyFault } };
      const status = redirect === undefined ? servedStatus(request, input.ranges) : 307;
      const to = redirect === undefined ? {} : { redirect };
      return { type: 'HTTP.ANSWERED', id, status, roundTripMicros, fault: undefined, ...to, ...body };
    }
    default:
      throw new Error(`${input.name}: ${verdict.kind} is no answer`);
  }
}

/** Whether the registry redirects to a blob store instead of sending the blob. */
export function isRedirected(
  { blobStore }: RegistryMachineInput,
  { method, kind }: RegistryRequest,
): boolean {
  return blobStore !== undefined && method === 'GET' && (kind === 'layer' || kind === 'config');
}

/** Returns 206 if a range of a blob was requested and the registry supports ranges; otherwise 200. */
export function servedStatus({ kind, offset }: RegistryRequest, ranges: boolean | undefined): number {
  const isBlob = kind === 'layer' || kind === 'config';
  return isBlob && offset !== undefined && ranges !== false ? 206 : 200;
}

/** Returns the message of an answer to its client. To one that is far away it travels for its round trip. */
export function answerTo({ requester, travels }: RegistryCall, answer: RegistryAnswer): Outgoing {
  return message(
    requester,
    answer,
    travels === true ? { delayMicros: answer.roundTripMicros, id: 'answer' } : undefined,
  );
}
