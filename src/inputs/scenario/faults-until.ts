import { lazy } from '../../rules/values/memoize.ts';
import type { FaultInput } from '../../run/simulation-input.ts';
import { shownValue } from '../documents/check-shape.ts';
import { meantHint } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { lastingFaultForms } from './fault-rows.ts';
import { parseDuration } from './quantities.ts';

/** What happens once is over at once: restarts, reboots, removed images. */
const lastingKinds = lazy((): readonly string[] => lastingFaultForms().map(({ kind }) => kind));

/**
 * Returns the faults that last as `--faults-until 5m` ends them: all of them, or with `registryDown=5m` those
 * of one kind. A fault that would begin then or later is left out.
 */
export function faultsUntil(
  faults: readonly FaultInput[],
  options: readonly string[],
  problems: Problems,
): FaultInput[] {
  let left = [...faults];
  for (const option of options) {
    const end = readEnd(option, problems);
    if (end === undefined) continue;
    const isMeant = ({ kind }: FaultInput) =>
      end.kind === undefined ? lastingKinds().includes(kind) : kind === end.kind;
    if (!left.some(isMeant))
      problems.warn(`--faults-until ${option}: there is no such fault, so this changes nothing`);
    left = left.flatMap((fault) => {
      if (!isMeant(fault)) return [fault];
      if (fault.fromMicros >= end.micros) return [];
      return [{ ...fault, untilMicros: Math.min(fault.untilMicros ?? Number.POSITIVE_INFINITY, end.micros) }];
    });
  }
  return left;
}

function readEnd(
  option: string,
  problems: Problems,
): { readonly kind?: string; readonly micros: number } | undefined {
  const file = `--faults-until ${option}`;
  const at = option.indexOf('=');
  const kind = at < 0 ? undefined : option.slice(0, at);
  const micros = parseDuration(option.slice(at + 1));
  if (micros === undefined) {
    const expected = 'a duration such as 5m or 0s, or a kind of fault with one, such as registryDown=5m';
    problems.add({
      code: 'OPTION',
      file,
      message: `${shownValue(option.slice(at + 1))} is not a duration`,
      expected,
    });
    return undefined;
  }
  if (kind === undefined) return { micros };
  if (lastingKinds().some((known) => known === kind)) return { kind, micros };
  const hint = meantHint(kind, lastingKinds());
  problems.add({
    code: 'OPTION',
    file,
    message: `there is no fault with a duration called ${shownValue(kind)}`,
    expected: lastingKinds().join(', '),
    hint,
  });
  return undefined;
}
