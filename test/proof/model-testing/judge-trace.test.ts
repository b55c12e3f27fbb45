import { expect, it } from 'vitest';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import { judgeTrace } from '../../../src/proof/model-testing/judge-trace.ts';
import { randomScripts } from '../../../src/proof/model-testing/random-scripts.ts';
import { basicScripts, profileOf, tracesIn } from '../conformance/conformance-data.ts';

// The real image managers must keep every property; where one does not, the property is wrong.
// (test/proof/conformance/README.md)

it.each(['1.27', '1.31', '1.36'])(
  'finds nothing in what the real kubelet %s did, but for its known panic',
  (release) => {
    const profile = profileOf(release);
    const traces = new Map(
      tracesIn(`v${profile.version}/basic.ndjson.gz`).map((trace) => [trace.script, trace]),
    );
    const broken = basicScripts().flatMap((script) => {
      const trace = traces.get(script.name);
      expect(trace, script.name).toBeDefined();
      return trace === undefined
        ? []
        : judgeTrace(script, trace, profile).map(({ property }) => `${script.name}: ${property}`);
    });
    expect(traces.size).toBeGreaterThan(100);
    // kubernetes#138935: more locks than the striped set has.
    expect([...new Set(broken)]).toEqual(
      release === '1.36' ? ['gate-on-max-parallel-64: one-result-per-call'] : [],
    );
  },
);

it.each(['1.27', '1.31', '1.36'])(
  'finds nothing in what the simulator does as %s with random scripts, but for its known panic',
  (release) => {
    const profile = profileOf(release);
    const broken = randomScripts(3, 60).flatMap(({ script }) =>
      judgeTrace(script, runScript(script, profile), profile).map(
        ({ property, violation }) => `${property}: ${violation.message}`,
      ),
    );
    const panics = broken.filter((message) =>
      message.startsWith('one-result-per-call: panics: runtime error: index out of range'),
    );
    expect(broken).toEqual(panics);
    expect(panics.length > 0).toBe(release === '1.36');
  },
);
