// Runs in vitest's worker, over sources in which every mutant is behind a switch: of each test first the test itself, then
// the test with each mutant of the sample that it comes by and that no test before has noticed. Nothing is loaded anew for a mutant.
import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { TestRunner } from 'vitest';

/**
 * With a mutant a test that passes so many times as many places as without, and so many at least, is in an endless loop; and so it is
 * where it comes to the mutant itself so often.
 */
const passesFactor = 5;
const passesMin = 20_000;

/** A test that computes for longer says nothing about a single rule, and would have to be run for all that are left. */
const cpuMsMax = 1000;

/** What the instrumented sources look at. They ask for `static` at every place that they pass while no test has a name. */
globalThis.__stryker__ ??= {
  noticed: new Set(),
  passesLeft: Infinity,
  mutantCoverage: {
    perTest: {},
    loaded: {},
    get static() {
      switches.passesLeft -= 1;
      if (switches.passesLeft < 0) throw new Error('an endless loop');
      return this.loaded;
    },
  },
};
const switches = globalThis.__stryker__;

class MutationRunner extends TestRunner {
  onBeforeRunSuite(suite) {
    if (suite === suite.file) suite.meta.loaded = Object.keys(switches.mutantCoverage.loaded);
    return super.onBeforeRunSuite(suite);
  }

  async runTask(test) {
    // The first counterexample is enough: a smaller one would cost hundreds of runs.
    fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
    setMaxListeners(0, test.context.signal);
    const body = TestRunner.getTestFn(test);
    const before = process.cpuUsage();
    const passes = await passesOf(body);
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > cpuMsMax) return;
    const passesMax = Math.max(passesMin, passesFactor * Object.values(passes).reduce((sum, count) => sum + count, 0));
    const ends = { killed: [], timedOut: [] };
    const drawn = new Set(this.injectValue('drawn'));
    for (const id of Object.keys(passes)) {
      if (switches.noticed.has(id) || !drawn.has(id)) continue;
      const end = await endWith(body, id, passesMax);
      if (end === undefined) continue;
      ends[end].push(id);
      switches.noticed.add(id);
    }
    test.meta.mutants = { covered: Object.keys(passes), ...ends };
    // Fails where a mutant, or the test itself, left something behind: then what was counted means nothing.
    await body();
  }
}

// What vitest looks for.
export { MutationRunner as default };

/** How often a test passes the place of each mutant, none of them switched on. */
async function passesOf(body) {
  const { mutantCoverage } = switches;
  mutantCoverage.perTest = {};
  switches.currentTestId = 'this';
  try {
    await body();
  } finally {
    switches.currentTestId = undefined;
  }
  return mutantCoverage.perTest.this ?? {};
}

async function endWith(body, mutant, passesMax) {
  Object.assign(switches, { activeMutant: mutant, passesLeft: passesMax, hitCount: 0, hitLimit: passesMax });
  const isEndless = () => switches.passesLeft < 0 || switches.hitCount > passesMax;
  try {
    await body();
    return isEndless() ? 'timedOut' : undefined;
  } catch {
    return isEndless() ? 'timedOut' : 'killed';
  } finally {
    Object.assign(switches, { activeMutant: undefined, passesLeft: Infinity, hitCount: undefined });
  }
}
