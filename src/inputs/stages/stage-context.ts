import type { PrePullPlan } from '../../rules/kubeadm/pre-pull-plan.ts';
import type { Problems } from '../documents/problems.ts';
import type { InputNotes } from '../input-notes.ts';
import type { RunRequest } from '../run-request.ts';

/**
 * A request, and the addition of `windlass prepull`: images that every node pulls from the start, whose sizes
 * apply if the files have none.
 */
export interface InputRequest extends RunRequest {
  readonly prePull?: {
    readonly plan: PrePullPlan;
    readonly sizes: readonly { readonly name: string; readonly bytes: number }[];
  };
}

/** What every stage reads and adds to: the options of the run, its errors and warnings, its notes. */
export interface StageContext {
  readonly request: InputRequest;
  readonly problems: Problems;
  readonly notes: InputNotes;
}
