import { shownValue } from '../documents/check-shape.ts';
import { meantHint } from '../documents/did-you-mean.ts';
import type { Problems } from '../documents/problems.ts';
import { textPattern } from '../documents/text-pattern.ts';
import { limits } from '../limits.ts';
import type { Workload } from './workload.ts';

const expected = `workload=number, such as --replicas web=20 or 'Deployment/*=5', up to ${limits.pods}`;

/** Kinds whose number of pods is not a field to change: theirs is the work that they have, or the nodes. */
const counted: readonly string[] = ['Job', 'CronJob'];

/**
 * Returns the workloads with the numbers of pods that `--replicas web=20` asks for; of several that fit, the
 * last one counts.
 */
export function withReplicas(
  workloads: readonly Workload[],
  options: readonly string[],
  all: Problems,
): readonly Workload[] {
  const problems = all.ofOption({ name: 'replicas' });
  return options.reduce((before, written) => {
    const option = `--replicas ${written}`;
    const at = written.lastIndexOf('=');
    const [pattern, number] = [written.slice(0, at), written.slice(at + 1)];
    const replicas = /^\d{1,6}$/.test(number) ? Number(number) : Number.NaN;
    if (at <= 0 || !(replicas <= limits.pods)) {
      const message =
        at <= 0 ? 'not of the form workload=number' : `${shownValue(number)} is not a number of pods`;
      problems.add({ code: 'OPTION', file: option, message, expected });
      return before;
    }
    const fits = textPattern(pattern.toLowerCase());
    const isMeant = (workload: Workload) =>
      hasReplicas(workload) && namesOf(workload).some((name) => fits(name.toLowerCase()));
    if (!before.some(isMeant)) {
      const known = before.filter(hasReplicas).flatMap(namesOf);
      const hint = meantHint(pattern, known);
      problems.add({
        code: 'OPTION',
        file: option,
        message: 'no workload with replicas has this name',
        expected,
        hint,
      });
    }
    return before.map((workload) => (isMeant(workload) ? { ...workload, count: replicas } : workload));
  }, workloads);
}

function hasReplicas({ owner, count, object }: Workload): boolean {
  return owner !== undefined && typeof count === 'number' && !counted.includes(object.kind);
}

/** As people write them: `web`, `Deployment/web`, `shop/Deployment/web`. */
function namesOf({ name, namespace, object: { kind } }: Workload): string[] {
  return [name, `${kind}/${name}`, `${namespace}/${kind}/${name}`];
}
