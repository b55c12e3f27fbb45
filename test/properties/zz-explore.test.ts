import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { it } from 'vitest';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { simulate } from '../../src/simulation/simulate.ts';
import { draft, simulationInput } from './random-input.ts';

const skip = (process.env.SKIP ?? '').split(',').filter(Boolean);
function bucketsOf(d: any): string[] {
  try {
    const { records } = simulate(simulationInput(d));
    return [...new Set(checkInvariants(records).map((b) => b.invariant))];
  } catch (e: any) {
    return [
      'THROW ' +
        String(e.message)
          .replace(/node-\d/g, 'node-N')
          .replace(/pod-\d+/g, 'pod-N')
          .replace(/uid-\d+/g, 'uid-N')
          .replace(/\d+/g, '#')
          .slice(0, 160),
    ];
  }
}
it('explores', () => {
  const found = new Map<string, { n: number; d: any }>();
  const ok = (d: any) => !skip.some((k) => d.faults.some((f: any) => f.kind === k));
  const drafts = fc.sample(draft, { numRuns: Number(process.env.N ?? 300), seed: Number(process.env.S ?? 7) }).filter(ok);
  for (const d of drafts)
    for (const b of bucketsOf(d)) {
      const f = found.get(b) ?? { n: 0, d };
      f.n++;
      if (
        JSON.stringify(d.pods).length + JSON.stringify(d.faults).length <
        JSON.stringify(f.d.pods).length + JSON.stringify(f.d.faults).length
      )
        f.d = d;
      found.set(b, f);
    }
  console.log(drafts.length, 'drafts');
  for (const [b, f] of found) {
    if (process.env.SHRINK) {
      const r = fc.check(
        fc.property(draft.filter(ok), (d) => !bucketsOf(d).includes(b)),
        { seed: 3, numRuns: 400 },
      );
      if (r.counterexample) f.d = r.counterexample[0];
    }
    const d = f.d;
    console.log('=====', b, f.n);
    console.log(
      JSON.stringify({
        ...d,
        nodes: d.nodes.map((n: any) => [
          n.profileRelease,
          n.runtime,
          n.presentImages.join('+'),
          n.kubelet.serializeImagePulls,
          n.kubelet.maxParallelImagePulls,
          n.kubelet.registryPullQPS,
          n.kubelet.registryBurst,
          n.kubelet.maxPods,
          n.kubelet.featureGates,
        ]),
      }),
    );
    try {
      const { records } = simulate(simulationInput(d));
      console.log(
        checkInvariants(records)
          .filter((x) => x.invariant === b)
          .slice(0, 3),
      );
      writeFileSync(`/tmp/sc/${b}.json`, records.map((r) => JSON.stringify(r)).join('\n'));
    } catch (e: any) {
      console.log(
        String(e.cause?.stack ?? e.stack)
          .split('\n')
          .slice(0, 6)
          .join('\n'),
      );
    }
  }
});
