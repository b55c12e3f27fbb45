import { sha256 } from '@noble/hashes/sha2.js';
import type { Asked } from '../../../answers/what-if/questions/asked.ts';
import type { QuestionOf } from '../../../answers/what-if/questions/question.ts';
import { type PlannedSweep as Plan, planSweep } from '../../../answers/what-if/sweep/answer-sweep.ts';
import { version } from '../version.ts';

/** What a sweep is of, and what makes its runs. */
export interface PlannedSweep extends Plan {
  /**
   * Equal for sweeps whose runs are of the same input, so that those of one may be taken for those of
   * another.
   */
  readonly id: string;
}

/** Reads the inputs of a sweep. Throws a `QuestionError` if nothing can be run. */
export async function planNamedSweep(asked: Asked, question: QuestionOf<'sweep'>) {
  const plan = await planSweep(asked, question);
  const { seed: _, ...request } = asked.request;
  // Which sizes a run has depends on its place among the seeds.
  const first = plan.sizes.size === 0 ? [] : [plan.seeds[0]];
  const hash = sha256(new TextEncoder().encode(JSON.stringify([version, plan.sources, request, ...first])));
  return { ...plan, id: [...hash.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
}
