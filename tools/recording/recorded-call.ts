import type { CriAnswer } from '../../src/proof/cri/image-service.ts';
import type { PlannedPull } from '../validation/pull-plan.ts';
import type { NewEvent } from './read-containerd-log.ts';

/** A call of PullImage that was made, in ms since the first. */
export interface MadeCall {
  readonly call: PlannedPull;
  readonly startMs: number;
  readonly endMs: number;
  readonly answer: CriAnswer<string>;
}

/** Returns the two events of a call. */
export function recordedCall({ call, startMs, endMs, answer }: MadeCall): readonly [NewEvent, NewEvent] {
  const { pull, image } = call;
  const failure = answer.ok ? {} : { code: specificationCode(answer.code), error: answer.message };
  return [
    { ev: 'pull.start', ms: startMs, pull, image },
    { ev: 'pull.end', ms: endMs, pull, ok: answer.ok, dur: endMs - startMs, ...failure },
  ];
}

/** The recordings have gRPC's codes as its specification writes them, `NOT_FOUND`. */
function specificationCode(code: string): string {
  return code
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toUpperCase()
    .replace(/^CANCELED$/, 'CANCELLED');
}
