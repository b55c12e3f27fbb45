/** One requirement on labels, of a label selector or a node selector term. */
export interface LabelRequirement {
  readonly key?: unknown;
  readonly operator?: unknown;
  readonly values?: unknown;
}

/**
 * Whether labels meet the requirement. An unknown operator counts as met. Mirrors `Requirement.Matches` of apimachinery's labels (v0.36.3).
 */
export function meetsRequirement({ key, operator, values }: LabelRequirement, labels: Readonly<Record<string, unknown>>): boolean {
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

/** Returns NaN if it is no whole number; NaN is neither greater nor less than any number. */
function wholeNumber(value: unknown): number {
  return typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : Number.NaN;
}
