import { checkShape } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import type { InputNotes } from '../input-notes.ts';
import { templateShape } from './kubernetes-shapes.ts';
import { generatedName } from './pod-name.ts';
import type { PodTemplatePlace } from './pod-templates.ts';
import { canEnd, type Identity, type Workload, workloadOf } from './workload.ts';

/**
 * Other projects' kinds: the pods of the templates in them, each as many as the replicas around it say. A
 * DaemonSet and a StatefulSet of another project place and name their pods as Kubernetes' own.
 */
export function foreignWorkloads(
  identity: Identity,
  templates: readonly PodTemplatePlace[],
  problems: Problems,
  { readings }: InputNotes,
): readonly Workload[] {
  const { object, name, namespace } = identity;
  const { kind } = object;
  const workloads = templates.flatMap(({ path, value, count, label }): Workload[] => {
    const template = checkShape(
      templateShape,
      { ...within(object, ...path), value: withContainerNames(value) },
      problems,
    );
    if (template === undefined) return [];
    const base = templates.length > 1 && label !== '' ? `${name}-${label}` : name;
    const id = `${kind} ${namespace}/${name} ${path.join('.')}`;
    const podName = (ordinal: number, attempt: number) =>
      kind.endsWith('StatefulSet')
        ? `${base}-${ordinal}`
        : generatedName(`${base}-`, `${id} ${ordinal} ${attempt}`);
    return [
      {
        ...workloadOf(
          identity,
          template.spec,
          [...path, 'spec'],
          kind.endsWith('DaemonSet') ? 'one per node' : count,
          podName,
        ),
        podMetadata: template.metadata ?? undefined,
        ends: canEnd(template.spec),
      },
    ];
  });
  const told = workloads
    .map(({ count }) => (count === 'one per node' ? 'one on each node' : String(count)))
    .join(' and ');
  readings.add(
    `${kind}/${name}: ${told} pod${told === '1' ? '' : 's'}, of the pod template in it; what else its controller does is not known.`,
  );
  return workloads;
}

/** A Knative Service need not name its containers. */
function withContainerNames(template: unknown): unknown {
  if (!isMapping(template) || !isMapping(template.spec) || !Array.isArray(template.spec.containers))
    return template;
  const containers = template.spec.containers.map((one: unknown, index) => ({
    name: index === 0 ? 'user-container' : `user-container-${index}`,
    ...(isMapping(one) ? one : {}),
  }));
  return { ...template, spec: { ...template.spec, containers } };
}
