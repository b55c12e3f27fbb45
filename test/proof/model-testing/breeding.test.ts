import { expect, test } from 'vitest';
import { imageManagerKind } from '../../../src/proof/conformance/imagemanager/image-manager-kind.ts';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import type { Script } from '../../../src/proof/conformance/imagemanager/script.ts';
import { simulatedSystem } from '../../../src/proof/conformance/system-under-test.ts';
import { answerFeatures } from '../../../src/proof/model-testing/breeding/answer-features.ts';
import { lastMicros } from '../../../src/proof/model-testing/breeding/breed-script.ts';
import { Breeder } from '../../../src/proof/model-testing/breeding/breeder.ts';
import { RunObserver } from '../../../src/proof/model-testing/breeding/run-observer.ts';
import { pathScripts } from '../../../src/proof/model-testing/path-scripts.ts';
import { randomScripts } from '../../../src/proof/model-testing/random-scripts.ts';
import { type PlannedScript, testSession } from '../../../src/proof/model-testing/test-session.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';

const simulated = simulatedSystem({
  version: v1_36.version,
  run: (script: Script) => runScript(script, v1_36),
});

function session(seed: number, scripts: readonly PlannedScript[], runs = 30) {
  return testSession({ system: simulated, profile: v1_36, scripts, breeding: { seed, runs } });
}

/** What a script reaches in the model and in the simulator's answers. */
function reachedBy(script: Script): ReadonlySet<string> {
  const observer = new RunObserver();
  const trace = runScript(script, v1_36, { inspect: observer.inspect });
  return new Set([...observer.features, ...answerFeatures(trace, script)]);
}

test('the same seed breeds the same scripts, and another seed others', async () => {
  const scripts = randomScripts(1, 20);
  const bred = async (seed: number) =>
    (await session(seed, scripts)).results.slice(scripts.length).map(({ script }) => script);
  const first = await bred(1);
  expect(first).toHaveLength(30);
  expect(first.map(({ name }) => name).slice(0, 2)).toEqual(['bred-0', 'bred-1']);
  expect(await bred(1)).toEqual(first);
  expect(await bred(2)).not.toEqual(first);
});

test('bred scripts obey the protocol, have whole microseconds, and the simulator agrees with itself', async () => {
  const { results } = await session(3, randomScripts(3, 40), 120);
  for (const { script, verdict, broken } of results.slice(40)) {
    expect(imageManagerKind.schema.safeParse(script).error).toBeUndefined();
    expect(imageManagerKind.problemsOf(script)).toEqual([]);
    expect([script.name, verdict.kind, broken]).toEqual([script.name, 'agrees', []]);
    for (const { at } of script.calls) {
      expect(at * 1000).toBeLessThanOrEqual(lastMicros);
      expect(Math.round(at * 1000) / 1000).toBe(at);
    }
  }
});

test('bred scripts reach what the scripts from which they are bred do not', async () => {
  const scripts = randomScripts(5, 40);
  const { results } = await session(5, scripts, 60);
  const reached = new Set<string>();
  for (const { script } of results.slice(0, 40))
    for (const feature of reachedBy(script)) reached.add(feature);
  const news = results
    .slice(40)
    .flatMap(({ script }) => [...reachedBy(script)].filter((one) => !reached.has(one)));
  expect(new Set(news).size).toBeGreaterThan(20);
});

test('a new answer of the system makes a script worth breeding from, though the model knows all of it', () => {
  const planned = randomScripts(1, 1)[0] as PlannedScript;
  const trace = runScript(planned.script, v1_36);
  const breeder = new Breeder(1);
  const learn = (error?: string) => {
    const observer = new RunObserver();
    runScript(planned.script, v1_36, { inspect: observer.inspect });
    const answer = {
      ...trace,
      trace: trace.trace.map((entry) =>
        entry.type === 'result' && error !== undefined ? { ...entry, error } : entry,
      ),
    };
    breeder.learn(planned, observer, answer);
    return breeder.corpus().length;
  };
  expect([learn(), learn(), learn('ErrOfItsOwn'), learn('ErrOfItsOwn')]).toEqual([1, 1, 2, 2]);
  expect(breeder.next()).toBeDefined();
});

test('the corpus reaches what all scripts reached and no path does, and none of it is left over', async () => {
  const paths = pathScripts(v1_36, 'all-transitions').map(
    ({ machine, path, script }): PlannedScript => ({ origin: { group: 'paths', machine, path }, script }),
  );
  const { results, corpus } = await session(7, [...paths, ...randomScripts(7, 40)], 40);
  const all = new Set<string>();
  for (const { script } of results) for (const feature of reachedBy(script)) all.add(feature);
  for (const { script } of paths) for (const feature of reachedBy(script)) all.delete(feature);
  const reach = (scripts: readonly Script[]) =>
    new Set(scripts.flatMap((script) => [...reachedBy(script)].filter((feature) => all.has(feature))));
  expect(corpus.length).toBeGreaterThan(0);
  expect(corpus.length).toBeLessThan(60);
  expect(reach(corpus).size).toBe(all.size);
  for (const script of corpus)
    expect(reach(corpus.filter((other) => other !== script)).size).toBeLessThan(all.size);
});
