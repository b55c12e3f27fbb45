import type { CriCall } from '../cri-call.ts';
import type { CriRun } from '../cri-run.ts';

/** One place where a property could fail: it is violated if there is a message. */
export interface CriJudgement {
  readonly atMs: number;
  readonly call?: number | undefined;
  readonly violation?: string | undefined;
}

/** A rule for every runtime. */
export interface CriProperty {
  readonly name: string;
  /** The rule as a sentence. */
  readonly says: string;
  /** Who relies on it. */
  readonly source: string;
  /** Returns a judgement for each place of a run where the rule has something to say. */
  readonly judge: (run: CriRun) => readonly CriJudgement[];
}

/** Returns the judgement of a call at its end; false: the property holds. */
export function judgement({ call, endMs }: CriCall, violation: string | false): CriJudgement {
  return { atMs: endMs, call, ...(violation === false ? {} : { violation }) };
}
