import type { PlegScript, PlegStep } from './script-schema.ts';

/** Returns scripts that are one step of shrinking smaller, those that leave out most first. */
export function* simplerScripts(script: PlegScript): Generator<PlegScript> {
  for (const steps of withoutSome(script.steps)) yield { ...script, steps };
  if (script.featureGates !== undefined) {
    const { featureGates: _, ...rest } = script;
    yield rest;
  }
  if (script.drain === 'auto') {
    const { drain: _, ...rest } = script;
    yield rest;
  }
  for (const [index, step] of script.steps.entries()) {
    for (const simpler of simplerSteps(step)) yield { ...script, steps: script.steps.with(index, simpler) };
  }
}

/** Returns the list without its second half, its first half, without quarters and so on, down to single items. */
function* withoutSome<T>(items: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < items.length; from += size) yield [...items.slice(0, from), ...items.slice(from + size)];
  }
}

function* simplerSteps(step: PlegStep): Generator<PlegStep> {
  if ('set' in step) {
    const { pods } = step.set;
    for (const fewer of withoutSome(pods)) yield { ...step, set: { pods: fewer } };
    for (const [index, pod] of pods.entries()) {
      for (const field of ['status', 'ips', 'sandboxes', 'containers'] as const) {
        if (pod[field] === undefined) continue;
        const { [field]: _, ...rest } = pod;
        yield { ...step, set: { pods: pods.with(index, rest) } };
      }
      const { containers = [], sandboxes = [] } = pod;
      if (containers.length > 1)
        for (const fewer of withoutSome(containers)) yield { ...step, set: { pods: pods.with(index, { ...pod, containers: fewer }) } };
      if (sandboxes.length > 1)
        for (const fewer of withoutSome(sandboxes)) yield { ...step, set: { pods: pods.with(index, { ...pod, sandboxes: fewer }) } };
    }
  } else if ('latency' in step && (step.latency.getPodsMs > 0 || step.latency.getPodStatusMs > 0)) {
    yield { ...step, latency: { getPodsMs: 0, getPodStatusMs: 0 } };
  }
}
