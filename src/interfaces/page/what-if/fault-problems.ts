import type { FaultField, FaultForm } from '../../../inputs/scenario/fault-row.ts';
import { parseByteRate, parseByteSize, parseDuration } from '../../../inputs/scenario/quantities.ts';
import { expectedQuantity } from '../../../inputs/scenario/quantity-shapes.ts';

/**
 * Returns what is wrong with a fault that is being added, by field. The Scenario's checks would refuse it for
 * the same reasons.
 */
export function faultProblems(
  form: FaultForm,
  values: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>();
  for (const field of form.fields) {
    const value = (values[field.name] ?? '').trim();
    const problem = value === '' ? (field.isRequired ? 'needed' : undefined) : problemOf(field, value);
    if (problem !== undefined) problems.set(field.name, problem);
  }
  const [from, until] = [
    parseDuration((values.from ?? '').trim() || '0s'),
    parseDuration((values.until ?? '').trim()),
  ];
  const ends = form.fields.some(({ name }) => name === 'until');
  if (ends && from !== undefined && until !== undefined && until <= from)
    problems.set('until', `a time after from (${values.from || '0s'})`);
  return problems;
}

function problemOf({ name, kind }: FaultField, value: string): string | undefined {
  switch (kind) {
    case 'duration':
      if (name === 'per' && parseDuration(value) === 0) return expectedQuantity.positiveDuration;
      return parseDuration(value) === undefined ? expectedQuantity.duration : undefined;
    case 'rate':
      return typeof parseByteRate(value) === 'number' ? undefined : expectedQuantity.finiteRate;
    case 'size':
      return parseByteSize(value) === undefined ? 'a size such as 2MB' : undefined;
    case 'share':
      return /^(?:0|1|0?\.\d+|1\.0*|0\.\d*)$/.test(value) ? undefined : 'a share from 0 to 1';
    case 'count':
      return countProblem(name, value);
    case 'text':
      return value.length > 500 ? 'at most 500 characters' : undefined;
    default:
      return undefined;
  }
}

function countProblem(name: string, value: string): string | undefined {
  if (!/^\d{1,9}$/.test(value)) return 'a whole number';
  if (name === 'status')
    return Number(value) < 400 || Number(value) > 599 ? 'an HTTP status from 400 to 599' : undefined;
  return name === 'times' && Number(value) === 0 ? 'at least 1' : undefined;
}
