import fc from 'fast-check';
import type { ImageManagerStage } from '../machines/pull/image-manager-stage.ts';

/** A pod needs an image. */
interface Need {
  readonly type: 'need';
  readonly pod: string;
  readonly image: string;
  readonly policy: string;
}

/** The registry answers one of the pulls that are with it. */
interface Answer {
  readonly type: 'answer';
  readonly place: number;
  readonly error: string | undefined;
}

/** What happens around an image manager, besides that time passes. */
export type PullStep = Need | Answer | { readonly type: 'advance'; readonly micros: number };

const need = fc.record({
  type: fc.constant('need' as const),
  pod: fc.constantFrom('web', 'db'),
  image: fc.constantFrom('a:1', 'b:1'),
  policy: fc.constantFrom('IfNotPresent', 'Always', 'Never'),
});
const answer = fc.record({
  type: fc.constant('answer' as const),
  place: fc.nat(9),
  error: fc.constantFrom(undefined, 'not found'),
});

/**
 * Random steps in any order; a step of time lasts one of these numbers of seconds. Needs are frequent: pulls
 * pile up.
 */
export function pullSteps(...seconds: readonly number[]): fc.Arbitrary<PullStep[]> {
  const advance = fc.record({
    type: fc.constant('advance' as const),
    micros: fc.constantFrom(...seconds).map((duration) => Math.round(duration * 1e6)),
  });
  const step = fc.oneof(
    { weight: 4, arbitrary: need },
    { weight: 3, arbitrary: answer },
    { weight: 2, arbitrary: advance },
  );
  return fc.array(step, { maxLength: 60 });
}

/** The same steps, but each need is that of another pod and requires a pull. */
export function pullStepsOfNewPods(...seconds: readonly number[]): fc.Arbitrary<PullStep[]> {
  return pullSteps(...seconds).map((steps) =>
    steps.map((step, index) =>
      step.type === 'need' ? { ...step, pod: `pod-${index}`, policy: 'Always' } : step,
    ),
  );
}

/**
 * Answers the pull at this place among those with the registry, and returns its pod; undefined if there is
 * none.
 */
export function answerPull(manager: ImageManagerStage, { place, error }: Answer): string | undefined {
  const { pulling } = manager;
  const pod = pulling[place % pulling.length];
  if (pod !== undefined) manager.answer(pod, error);
  return pod;
}
