import type { NodePlan } from './node-plan.ts';

/** A node's processors: what the Scenario says of it, its Node object (`8`, `7910m`), what the Scenario says of all; undefined: nobody says. */
export function cpusOf({ named, object, defaults }: NodePlan): number | undefined {
  return named?.cpus ?? cpuQuantity(object?.node.status?.capacity?.cpu) ?? defaults?.cpus;
}

function cpuQuantity(written: string | number | undefined): number | undefined {
  const [, digits = '', milli] = /^(\d{1,9}(?:\.\d{1,3})?)(m?)$/.exec(String(written ?? '')) ?? [];
  const cpus = Number(digits) / (milli === 'm' ? 1_000 : 1);
  return digits === '' || cpus === 0 ? undefined : cpus;
}
