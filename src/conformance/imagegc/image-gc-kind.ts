import { comparedBeforeRaces } from '../compared-before-races.ts';
import { kubeletRunner } from '../kubelet-runner.ts';
import type { ScriptKind } from '../script-kind.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type ImageGcScript, imageGcScriptSchema } from './script-schema.ts';
import { simplerScripts } from './simpler-scripts.ts';

/** Rounds of image garbage collection over a scripted node: image_gc_manager.go in pkg/kubelet/images. */
export const imageGcKind: ScriptKind<ImageGcScript> = {
  kind: 'imagegc',
  recorded: ['1.36.3', '1.35.4', '1.31.14', '1.27.16'],
  unit: 'step',
  schema: imageGcScriptSchema,
  problemsOf: ({ steps }) => fallingTimes(steps),
  runnerOf: kubeletRunner(runScript),
  comparedPart: comparedBeforeRaces,
  sizeOf: ({ steps }) => steps.length,
  random: randomScript,
  simpler: simplerScripts,
};

/** Steps run in the order of the script, so a time that falls would mean nothing. */
function fallingTimes(steps: ImageGcScript['steps']): string[] {
  return steps.flatMap(({ at }, index) => {
    const before = steps[index - 1]?.at ?? 0;
    return at < before ? [`steps[${index}].at: expected ${before} or later, the time of the step before, not ${at}`] : [];
  });
}
