import fc from 'fast-check';
import { expect, it } from 'vitest';
import { credentialsKind } from '../../../src/proof/conformance/credentials/credentials-kind.ts';
import { scriptAtOnce } from '../../../src/proof/orders/script-at-once.ts';

it('makes scripts that the kind takes, in which pods of one time differ', () => {
  fc.assert(
    fc.property(credentialsKind.random(), (script) => {
      const { calls, steps = [] } = credentialsKind.schema.parse(scriptAtOnce(script));
      expect(credentialsKind.problemsOf({ ...script, calls })).toEqual([]);
      const pods = calls.map(({ at, pod }) => `${at} ${pod.uid}`);
      expect(new Set(pods).size).toBe(pods.length);
      const times = [...calls, ...steps].map(({ at }) => at);
      expect(times.every((at) => [0, 1_000, 2_000, 3_000].includes(at))).toBe(true);
      for (const { cancelAt = 100 } of calls) expect(cancelAt % 1_000).toBe(100);
    }),
    { numRuns: 100 },
  );
});
