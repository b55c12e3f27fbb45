import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkInvariants } from '../../src/run/invariants/check-invariants.ts';
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
        const choose = (count: number) => {
          chosen++;
          return (choices[taken++ % choices.length] ?? 0) % count;
        };
        const { records } = simulate(simulationInput(drawn), { choose });
        expect(checkInvariants(records)).toEqual([]);
      },
    ),
    { numRuns: Math.ceil(numRuns / 20) },
  );
  expect(chosen).toBeGreaterThan(0);
});
