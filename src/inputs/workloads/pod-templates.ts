import { isMapping } from '../documents/mapping.ts';
import type { Path } from '../documents/source-document.ts';

/** A pod template within an object, and how many pods are to be made of it. */
export interface PodTemplatePlace {
  /** From the object to the template. */
  readonly path: Path;
  readonly value: unknown;
  readonly count: number;
  /** What tells it from other templates of the object: `worker`, `head`; empty where there is nothing. */
  readonly label: string;
}

/**
 * As deep as any known kind has one (JobSet: spec.replicatedJobs[0].template.spec.template), and some more.
 */
const depthMax = 12;

/**
 * Finds the pod templates in an object of whatever kind: fields whose names end in `template` and that have
 * `spec.containers`. The count is the product of the `replicas` around it, and of the `parallelism` beside
 * it; one where nobody says.
 */
export function findPodTemplates(object: unknown): readonly PodTemplatePlace[] {
  const found: PodTemplatePlace[] = [];
  const visit = (value: unknown, path: Path, count: number, label: string): void => {
    if (path.length > depthMax) return;
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, [...path, index], count, label);
    if (!isMapping(value)) return;
    const own = count * (numberOf(value.replicas) ?? numberOf(value.parallelism) ?? 1);
    const name =
      labelOf(typeof value.groupName === 'string' ? value.groupName : path.length === 0 ? '' : value.name) ||
      label;
    for (const [key, field] of Object.entries(value)) {
      if (key === 'metadata' || key === 'status') continue;
      const inner = labelOf(key) || name;
      if (/template$/i.test(key) && isPodTemplate(field))
        found.push({ path: [...path, key], value: field, count: own, label: inner });
      else visit(field, [...path, key], own, inner);
    }
  };
  visit(object, [], 1, '');
  return found;
}

/**
 * `Worker` is `worker`, `headGroupSpec` is `head`; `spec`, `template` and what else only gives a shape is
 * nothing.
 */
function labelOf(name: unknown): string {
  if (typeof name !== 'string') return '';
  const word = name
    .replace(/^(spec|template|podTemplate|jobTemplate)$|(Group)?(Spec|Template)s?$/, '')
    .toLowerCase();
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(word) ? word : '';
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function isPodTemplate(value: unknown): boolean {
  if (!isMapping(value) || !isMapping(value.spec) || !Array.isArray(value.spec.containers)) return false;
  return (
    value.spec.containers.length > 0 &&
    value.spec.containers.every((one) => isMapping(one) && typeof one.image === 'string')
  );
}
