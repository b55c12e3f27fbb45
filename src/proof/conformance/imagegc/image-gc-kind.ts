import { comparedBeforeRaces } from '../exclusions.ts';
import { kubeletRunner, recordedKubelets } from '../kubelet-runner.ts';
import type { ScriptKind } from '../script-kind.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type ImageGcScript, imageGcScriptSchema } from './script-schema.ts';

/**
 * Rounds of image garbage collection on a scripted node. Mirrors image_gc_manager.go in pkg/kubelet/images.
 */
export const imageGcKind: ScriptKind<ImageGcScript> = {
  kind: 'imagegc',
  recorded: recordedKubelets,
  unit: 'step',
  schema: imageGcScriptSchema,
  problemsOf: ({ steps }) => fallingTimes(steps),
  runnerOf: kubeletRunner(runScript),
  comparedPart: comparedBeforeRaces,
  sizeOf: ({ steps }) => steps.length,
  random: randomScript,
  simpler: withoutAges,
};

/** Steps run in the order of the script, so a falling time would have no meaning. */
function fallingTimes(steps: ImageGcScript['steps']): string[] {
  return steps.flatMap(({ at }, index) => {
    const before = steps[index - 1]?.at ?? 0;
    return at < before
      ? [`steps[${index}].at: expected ${before} or later, the time of the step before, not ${at}`]
      : [];
  });
}

/** Returns the script without an age in its policy. */
function* withoutAges(script: ImageGcScript): Generator<ImageGcScript> {
  for (const field of ['minAgeMs', 'maxAgeMs'] as const)
    yield { ...script, policy: { ...script.policy, [field]: 0 } };
}
