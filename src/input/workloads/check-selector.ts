import { shownValue } from '../documents/check-shape.ts';
import { isMapping } from '../documents/is-mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { type LabelRequirement, meetsRequirement } from './label-requirement.ts';
import type { Workload } from './workload.ts';

/** Reports a selector that does not match the labels of its own template, which the API server refuses. */
export function checkSelector({ object, podMetadata, owner }: Workload, problems: Problems): void {
  const { document, path, value, kind, templates } = object;
  const { selector } = ((value as { readonly spec?: unknown }).spec ?? {}) as { readonly selector?: unknown };
  if (owner === undefined || templates !== undefined || kind === 'Job' || kind === 'CronJob' || !isMapping(selector)) return;
  const labels = isMapping(podMetadata?.labels) ? podMetadata.labels : {};
  const at = (...field: readonly string[]) => ({ document, path: [...path, 'spec', 'selector', ...field] });
  const complain = (place: ReturnType<typeof at>, what: string) => {
    const message = `${kind} ${shownValue(owner.name)}: the selector's ${what} is not among the labels of its template`;
    problems.at(place, { code: 'SELECTOR', message, hint: 'the API server refuses such an object: write the same labels in both' });
  };
  // A ReplicationController's selector is a map of labels.
  const isPlain = kind === 'ReplicationController';
  const wanted = isPlain ? selector : isMapping(selector.matchLabels) ? selector.matchLabels : {};
  for (const [key, label] of Object.entries(wanted)) {
    if (labels[key] !== label) complain(isPlain ? at(key) : at('matchLabels', key), `${key}: ${String(label)}`);
  }
  const expressions =
    !isPlain && Array.isArray(selector.matchExpressions) ? (selector.matchExpressions as readonly LabelRequirement[]) : [];
  for (const requirement of expressions)
    if (!meetsRequirement(requirement, labels)) complain(at('matchExpressions'), `requirement on ${shownValue(requirement.key)}`);
}
