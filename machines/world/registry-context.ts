import type { Fifo } from '../../src/collections/fifo.ts';
import type { SortedMap } from '../../src/collections/sorted-map.ts';
import type { RegistryRules, RegistryState, Verdict } from '../../src/runtime/registry/registry-verdict.ts';
import type { Because } from '../../src/trace/observation.ts';
import type { Clock } from './clock.ts';
import type { RandomSource } from './random-source.ts';
import type { Recorder } from './recorder.ts';
import type { BlobStore, ContentSource, RegistryAnswer, RegistryCall, RegistryRequest } from './registry-protocol.ts';

export interface RegistryMachineInput extends RegistryRules {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly roundTripMicros: number;
  /** Whether it knows Range requests; absent: it does. */
  readonly ranges?: boolean;
  /** Where what it serves comes from; absent: it has everything itself. */
  readonly cache?: ContentSource;
  /** Where it sends those who ask for a blob; absent: it has them itself. */
  readonly blobStore?: BlobStore;
  /** It is such a place itself: only faults that name it befall it. */
  readonly isBlobStore?: true;
}

/** Unanswered as long as the fault `by` lasts. */
export interface HeldCall extends RegistryCall {
  readonly by: string;
  readonly sequence: number;
}

export interface RegistryContext {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: RegistryMachineInput;
  readonly state: RegistryState;
  /** The call that is being judged, and what became of it. */
  readonly call: RegistryCall | undefined;
  readonly verdict: Verdict;
  /** By the request's id. */
  readonly held: SortedMap<HeldCall>;
  readonly sequence: number;
  /** What held them is over: judged anew, in the order in which they came. */
  readonly released: Fifo<RegistryCall>;
  /** Waiting for their number; the random source answers in the order of asking, and at once. */
  readonly drawing: Fifo<RegistryCall & { readonly verdict: Extract<Verdict, { kind: 'draw' }> }>;
}

/** Returns the call at hand; a state in which there is one has been entered with it. */
export function judgedCall(context: RegistryContext): RegistryCall {
  if (context.call === undefined) throw new Error(`${context.input.name}: no call is being judged`);
  return context.call;
}

/** Returns where content comes from; throws where the registry has everything itself, which a guard must have excluded. */
export function cacheOf({ name, cache }: RegistryMachineInput): ContentSource {
  if (cache === undefined) throw new Error(`${name}: has everything itself`);
  return cache;
}

/** Returns the name that causes give to a client's use of the pull limit. */
export function limitName({ name }: RegistryMachineInput, counter: string): string {
  return `${name}/${counter}`;
}

/** Returns what the client is told. */
export function registryAnswer(input: RegistryMachineInput, request: RegistryRequest, verdict: Verdict): RegistryAnswer {
  const { roundTripMicros, host } = input;
  const { id } = request;
  switch (verdict.kind) {
    case 'refused':
      return { type: 'HTTP.REFUSED', id, roundTripMicros, fault: verdict.fault };
    case 'reset':
      return { type: 'HTTP.RESET', id, roundTripMicros: roundTripMicros + (verdict.pauseMicros ?? 0), fault: verdict.fault };
    case 'status': {
      const { kind: _, limit, pauseMicros = 0, ...answer } = verdict;
      const because: Because | undefined = limit && { kind: 'pullLimit', actor: limitName(input, limit.counter) };
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

/** Whether the registry says where a blob is to be had, instead of sending it. */
export function isRedirected({ blobStore }: RegistryMachineInput, { method, kind }: RegistryRequest): boolean {
  return blobStore !== undefined && method === 'GET' && (kind === 'layer' || kind === 'config');
}

/** Returns 206 for a blob of which a range is asked for, where the registry knows ranges; else 200. */
export function servedStatus({ kind, offset }: RegistryRequest, ranges: boolean | undefined): number {
  const isBlob = kind === 'layer' || kind === 'config';
  return isBlob && offset !== undefined && ranges !== false ? 206 : 200;
}
