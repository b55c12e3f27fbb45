import { comparedBeforeRaces } from '../exclusions.ts';
import { kubeletRunner, recordedKubelets } from '../kubelet-runner.ts';
import type { ScriptKind } from '../script-kind.ts';
import { randomScript } from './random-script.ts';
import { runScript } from './run-script.ts';
import { type ImageGcScript, type ImageGcStep, imageGcScriptSchema } from './script-schema.ts';

/** Rounds of image garbage collection on a scripted node. Mirrors image_gc_manager.go in pkg/kubelet/images. */
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
  simpler: simplerScripts,
};

/** Steps run in the order of the script, so a falling time would have no meaning. */
function fallingTimes(steps: ImageGcScript['steps']): string[] {
  return steps.flatMap(({ at }, index) => {
    const before = steps[index - 1]?.at ?? 0;
    return at < before ? [`steps[${index}].at: expected ${before} or later, the time of the step before, not ${at}`] : [];
  });
}

/** Returns slightly simpler scripts, the biggest simplifications first. `shrinkScript` removes whole steps. */
function* simplerScripts(script: ImageGcScript): Generator<ImageGcScript> {
  if (script.detectLoop === true) yield { ...script, detectLoop: false };
  for (const field of ['minAgeMs', 'maxAgeMs'] as const) {
    if (script.policy[field] > 0) yield { ...script, policy: { ...script.policy, [field]: 0 } };
  }
  for (const [index, step] of script.steps.entries()) {
    for (const simpler of simplerSteps(step)) yield { ...script, steps: script.steps.with(index, simpler) };
  }
}

function* simplerSteps(step: ImageGcStep): Generator<ImageGcStep> {
  for (const field of Object.keys(step)) {
    if (field !== 'at') yield Object.fromEntries(Object.entries(step).filter(([name]) => name !== field)) as ImageGcStep;
  }
  for (const field of ['images', 'removeImages', 'containers'] as const) {
    for (const index of step[field]?.keys() ?? []) yield { ...step, [field]: step[field]?.toSpliced(index, 1) };
  }
  for (const [index, image] of step.images?.entries() ?? []) {
    const { exclusiveBytes: _, pinned: __, ...plain } = image;
    if (Object.keys(plain).length < Object.keys(image).length) yield { ...step, images: step.images?.with(index, plain) ?? [] };
  }
}
