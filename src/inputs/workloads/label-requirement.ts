import { shownValue } from '../documents/check-shape.ts';
import { isMapping } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import type { LabelSelectorDocument } from './kubernetes-shapes.ts';
import type { Workload } from './workload.ts';

/** One requirement on labels, of a label selector or a node selector term. */
export interface LabelRequirement {
  readonly key?: unknown;
  readonly operator?: unknown;
  readonly values?: unknown;
}

/**
 * Whether labels meet the requirement. An unknown operator counts as met. Mirrors `Requirement.Matches` of
 * apimachinery's labels (v0.36.3).
 */
export function meetsRequirement(
  { key, operator, values }: LabelRequirement,
  labels: Readonly<Record<string, unknown>>,
): boolean {
  const label = Object.hasOwn(labels, String(key)) ? labels[String(key)] : undefined;
  const given: readonly unknown[] = Array.isArray(values) ? values : [];
  switch (operator) {
    case 'In':
      return label !== undefined && given.includes(label);
    case 'NotIn':
      return label === undefined || !given.includes(label);
    case 'Exists':
      return label !== undefined;
    case 'DoesNotExist':
      return label === undefined;
    case 'Gt':
      return wholeNumber(label) > wholeNumber(given[0]);
    case 'Lt':
      return wholeNumber(label) < wholeNumber(given[0]);
    default:
      return true;
  }
}

/** Whether labels match a label selector: none matches nothing, an empty one everything. */
export function matchesSelector(
  selector: LabelSelectorDocument | null | undefined,
  labels: Readonly<Record<string, unknown>>,
): boolean {
  if (!selector) return false;
  const plain = Object.entries(selector.matchLabels ?? {});
  return (
    plain.every(([key, value]) => labels[key] === value) &&
    (selector.matchExpressions ?? []).every((one) => meetsRequirement(one, labels))
  );
}

/** Returns NaN if it is no whole number; NaN is neither greater nor less than any number. */
function wholeNumber(value: unknown): number {
  return typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
}

/** Reports a selector that does not match the labels of its own template, which the API server refuses. */
export function checkSelector({ object, podMetadata, owner }: Workload, problems: Problems): void {
  const { value, kind, templates } = object;
  const { selector } = ((value as { readonly spec?: unknown }).spec ?? {}) as { readonly selector?: unknown };
  if (
    owner === undefined ||
    templates !== undefined ||
    kind === 'Job' ||
    kind === 'CronJob' ||
    !isMapping(selector)
  )
    return;
  const labels = isMapping(podMetadata?.labels) ? podMetadata.labels : {};
  const at = (...field: readonly string[]) => within(object, 'spec', 'selector', ...field);
  const complain = (place: ReturnType<typeof at>, what: string) => {
    const message = `${kind} ${shownValue(owner.name)}: the selector's ${what} is not among the labels of its template`;
    problems.at(place, {
      code: 'SELECTOR',
      message,
      hint: 'the API server refuses such an object: write the same labels in both',
    });
  };
  // A ReplicationController's selector is a map of labels.
  const isPlain = kind === 'ReplicationController';
  const wanted = isPlain ? selector : isMapping(selector.matchLabels) ? selector.matchLabels : {};
  for (const [key, label] of Object.entries(wanted)) {
    if (labels[key] !== label)
      complain(isPlain ? at(key) : at('matchLabels', key), `${key}: ${String(label)}`);
  }
  const expressions =
    !isPlain && Array.isArray(selector.matchExpressions)
      ? (selector.matchExpressions as readonly LabelRequirement[])
      : [];
  for (const requirement of expressions)
    if (!meetsRequirement(requirement, labels))
      complain(at('matchExpressions'), `requirement on ${shownValue(requirement.key)}`);
}
