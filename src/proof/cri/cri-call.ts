import type { CriOperation, CriReply } from './cri-trace.ts';

/** A call of a script with its answer. Times are in milliseconds since the script's start. */
export interface CriCall {
  readonly call: number;
  readonly op: CriOperation;
  readonly image: string;
  readonly reference: string;
  readonly as?: 'alice' | 'mallory' | undefined;
  readonly startMs: number;
  readonly endMs: number;
  readonly reply: CriReply;
  /** When the script cancelled it; absent: not at all. */
  readonly cancelMs?: number | undefined;
}

/** Whether two calls are open at the same time. */
export function overlap(one: CriCall, other: CriCall): boolean {
  return one.startMs <= other.endMs && other.startMs <= one.endMs;
}
