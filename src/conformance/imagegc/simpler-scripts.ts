import type { ImageGcScript, ImageGcStep } from './script-schema.ts';

/** Scripts that are a little simpler than this one, the greater steps first. To drop whole steps is left to `shrinkScript`. */
export function* simplerScripts(script: ImageGcScript): Generator<ImageGcScript> {
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
