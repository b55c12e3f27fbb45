import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../src/proof/conformance/compare-traces.ts';
import { scriptKindNamed } from '../../../src/proof/conformance/script-kinds.ts';
import { type OutcomeCount, outcomesInTurn } from '../../../src/proof/orders/outcomes-of-orders.ts';
import { simulatedInTurn } from '../../../src/proof/orders/simulated-in-turn.ts';
import { recordedOrders } from './recorded-orders.ts';

const texts = (counts: readonly OutcomeCount[]) => counts.map(({ outcome }) => canonicalJson(outcome)).sort();

describe.each(recordedOrders)('the recorded orders of $name', ({ name, script, recorded }) => {
  it.each(recorded)('are in turn those of the simulator: $version', async ({ version, inTurn, odd }) => {
    const kind = scriptKindNamed(script.kind);
    const runner = kind?.runnerOf(version);
    if (runner === undefined || 'error' in runner) throw new Error(`no runner of ${version}`);
    const simulated = texts(await outcomesInTurn(script, simulatedInTurn(runner), 100));
    expect(simulated).toEqual(texts(inTurn));
    for (const text of texts(odd)) expect(simulated).not.toContain(text);
  });

  it('are of a script that its kind takes, and of both releases', () => {
    expect(script.name).toBe(name);
    expect(scriptKindNamed(script.kind)?.schema.parse(script)).toMatchObject({ name });
    expect(recorded.map(({ version }) => version).sort()).toEqual(['v1.36.3', 'v1.37.2']);
  });
});
