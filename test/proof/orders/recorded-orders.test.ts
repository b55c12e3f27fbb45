import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/proof/conformance/compare-traces.ts';
import { scriptKindNamed } from '../../../src/proof/conformance/script-kinds.ts';
import { outcomeOf } from '../../../src/proof/orders/any-order.ts';
import { recordedOrders } from './recorded-orders.ts';

describe.each(recordedOrders)('the recorded orders of $name', ({ name, script, recorded }) => {
  it.each(recorded)(
    'have what the simulator does among those of $version in turn',
    ({ version, inTurn, odd }) => {
      const kind = scriptKindNamed(script.kind);
      const runner = kind?.runnerOf(version);
      if (runner === undefined || 'error' in runner) throw new Error(`no runner of ${version}`);
      const simulated = canonicalJson(outcomeOf(runner.run(script)));
      expect(inTurn.map(({ outcome }) => canonicalJson(outcome))).toContain(simulated);
      expect(odd.map(({ outcome }) => canonicalJson(outcome))).not.toContain(simulated);
    },
  );

  it('are of a script that its kind takes, and of both releases', () => {
    expect(script.name).toBe(name);
    expect(scriptKindNamed(script.kind)?.schema.parse(script)).toMatchObject({ name });
    expect(recorded.map(({ version }) => version).sort()).toEqual(['v1.36.3', 'v1.37.2']);
  });
});
