import type { SimulationResult } from '../../../src/run/simulation/simulate.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';

/**
 * A pod of these lines of its spec; no volume of a service account, so that its first sync waits for none.
 */
export function podYaml(name: string, spec: string): string {
  return `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec:
  automountServiceAccountToken: false
${spec.replace(/^/gm, '  ')}
---
`;
}

/** A pod with one container `app` of that image. */
export function appYaml(name: string, image: string, more = ''): string {
  return podYaml(
    name,
    `containers: [{ name: app, image: '${image}', imagePullPolicy: IfNotPresent }]\n${more}`,
  );
}

/** A Scenario with these faults and these other lines. */
export function scenarioYaml(faults: readonly string[], more = ''): string {
  return `apiVersion: windlass.dev/v1alpha1
kind: Scenario
${more}
faults:
${faults.map((fault) => `  - { ${fault} }`).join('\n')}
${faults.length === 0 ? '  []' : ''}
`;
}

/** A pull of the image that takes so long. */
export const takes = (image: string, time: string): string =>
  `kind: pullTakes, image: '${image}', takes: ${time}`;

/** A pull of the image that fails with "boom" after 500 ms. */
export const fails = (image: string, more = ''): string =>
  `kind: pullFails, image: '${image}', error: boom, takes: 500ms${more}`;

type Of<T extends TraceRecord['type']> = Extract<TraceRecord, { type: T }>;

/** The run's records of one type, of one pod where a name is given. */
export function recordsOf<T extends TraceRecord['type']>(
  run: SimulationResult,
  type: T,
  pod?: string,
): readonly Of<T>[] {
  return run.records.filter((record): record is Of<T> => {
    if (record.type !== type) return false;
    return (
      pod === undefined ||
      ('pod' in record && record.pod?.name === pod) ||
      ('actor' in record && record.actor.includes(`/${pod}/`))
    );
  });
}

/** When the runtime was asked to pull, in seconds, by the container's name. */
export function pullsOf(run: SimulationResult, container: string): readonly number[] {
  return recordsOf(run, 'runtime').flatMap((record) => {
    return record.op === 'PullImage' && record.actor.endsWith(`/${container}`) ? [record.at / 1000] : [];
  });
}

/** The containers' states as they came, `app running`. */
export function statesOf(run: SimulationResult, pod?: string): readonly string[] {
  return recordsOf(run, 'container', pod).map((record) => `${record.container} ${record.state}`);
}

/** What the kubelet published of a pod, `Pending app=ErrImagePull`. */
export function statusesOf(run: SimulationResult, pod?: string): readonly string[] {
  return recordsOf(run, 'status', pod).map((record) => {
    const views = record.containers.map((view) => `${view.name}=${view.reason ?? view.state}`);
    return [record.phase, ...views].join(' ');
  });
}
