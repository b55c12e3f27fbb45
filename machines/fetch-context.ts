import type { Because } from '../src/kubelet/observation.ts';
import type { PullError } from '../src/runtime/pull-error.ts';
import type { FetchItem } from '../src/runtime/pull-items.ts';
import type { FetchInput } from './fetch-protocol.ts';
import type { RegistryAnswer } from './registry-protocol.ts';

export interface FetchContext {
  /** Apart from the rest, because a context is copied at each assignment. */
  readonly input: FetchInput;
  readonly items: readonly FetchItem[];
  /** Requests for the first of them, the one under way included. */
  readonly requests: number;
  readonly answer: RegistryAnswer;
  readonly because: Because | undefined;
  readonly outcome: 'going' | 'cancelled' | PullError;
}

/** Before any request. */
export const noAnswer: RegistryAnswer = { type: 'HTTP.ANSWERED', status: 0, roundTripMicros: 0, fault: undefined };

/** Returns what a connection knows at the beginning of a fetch. */
export function fetching(items: readonly FetchItem[]): Omit<FetchContext, 'input' | 'answer'> {
  return { items, requests: 1, because: items[0]?.because, outcome: 'going' };
}

/** Returns the item at hand; every state but `idle` has one. */
export function itemOf(context: FetchContext): FetchItem {
  const item = context.items[0];
  if (item === undefined) throw new Error(`${context.input.name}: nothing is being fetched`);
  return item;
}

/** Returns the HTTP status of the last answer; 0 where there was none. */
export function httpStatusOf(context: FetchContext): number {
  return context.answer.type === 'HTTP.ANSWERED' ? context.answer.status : 0;
}

/** Returns the fault that the last answer is owed to, as a cause. */
export function faultOf(context: FetchContext): { because?: Because } {
  const { fault } = context.answer;
  return fault === undefined ? {} : { because: { kind: 'fault', actor: fault } };
}

/** Returns why the item at hand had to wait, as a cause. */
export function becauseOf(context: FetchContext): { because?: Because } {
  return context.because === undefined ? {} : { because: context.because };
}
