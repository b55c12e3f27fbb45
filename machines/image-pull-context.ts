import type * as log from '../src/kubelet/pull-log.ts';
import type { ImagePullInput, PullRequested } from './image-manager.ts';

export interface ImagePullContext extends ImagePullInput, log.PullCall {
  readonly request: PullRequested | undefined;
  readonly outcome: log.PullOutcome | undefined;
}

export function outcomeOf(context: ImagePullContext): log.PullOutcome {
  if (context.outcome === undefined) throw new Error(`${context.name} ends without an outcome`);
  return context.outcome;
}

export function requesterOf(context: ImagePullContext): PullRequested['requester'] {
  if (context.request === undefined) throw new Error(`${context.name} answers nobody`);
  return context.request.requester;
}
