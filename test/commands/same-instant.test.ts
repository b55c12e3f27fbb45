import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkInvariants } from '../../src/run/invariants/check-invariants.ts';
import type { Order } from '../../src/run/simulation/kernel.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import { draft, simulationInput } from '../properties/random-input.ts';

// Which entry of an instant comes next is a choice of the simulation, not a promise of the kubelet: no
// property may rest on it.

const { numRuns = 100 } = fc.readConfigureGlobal();

it('keeps every invariant, in whatever order the entries of an instant are taken', () => {
  let chosen = 0;
  fc.assert(
    fc.property(
      draft,
      fc.array(fc.nat(5), { minLength: 1, maxLength: 200, size: 'max' }),
      (drawn, choices) => {
        let taken = 0;
        const choose: Order['choose'] = (ready) => {
          if (ready.length === 1) return ready[0];
          chosen++;
          return ready[(choices[taken++ % choices.length] ?? 0) % ready.length];
        };
        const { records } = simulate(simulationInput(drawn), { order: { lateMicros: 0, choose } });
        expect(checkInvariants(records)).toEqual([]);
      },
    ),
    { numRuns: Math.ceil(numRuns / 20) },
  );
  expect(chosen).toBeGreaterThan(0);
});
