// Runs in vitest's worker, over sources in which every mutant is behind a switch: of each test first the test
// itself, then the test with each mutant of the sample that it comes by and that no test before has noticed.
// Nothing is loaded anew for a mutant.
import { setMaxListeners } from 'node:events';
import fc from 'fast-check';
import { TestRunner } from 'vitest';
import { watchMainThread } from './endless-code.mjs';

/**
 * With a mutant a test that passes so many times as many places as without, and so many at least, is in an
 * endless loop; and so it is where it comes to the mutant itself so often.
 */
const passesFactor = 5;
const passesMin = 20_000;

/**
 * A test that computes for longer says nothing about a single rule, and would have to be run for all that are
 * left.
 */
const cpuMsMax = 1000;

/**
 * With a mutant a test that takes so many times as long as without, and so long at least, waits for what will
 * not come.
 */
const waitFactor = 4;
const waitMsMin = 2_000;
// Real ones, whatever a test puts in their place.
const { setTimeout, clearTimeout } = globalThis;
const nowMs = performance.now.bind(performance);

/** Loops that come to no mutant are ended from outside, after the timer of those that wait. */
const watch = watchMainThread();
const endlessMs = 1_000;

/**
 * What the instrumented sources look at. They ask for `static` at every place that they pass while no test
 * has a name.
 */
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
    const body = withHooks(test);
    const before = process.cpuUsage();
    const begunMs = nowMs();
    const passes = await passesOf(body);
    const waitMsMax = Math.max(waitMsMin, waitFactor * (nowMs() - begunMs));
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > cpuMsMax) return;
    const passesMax = Math.max(
      passesMin,
      passesFactor * Object.values(passes).reduce((sum, count) => sum + count, 0),
    );
    const ends = { killed: [], timedOut: [] };
    const drawn = new Set(this.injectValue('drawn'));
    for (const id of Object.keys(passes)) {
      if (switches.noticed.has(id) || !drawn.has(id)) continue;
      const end = await endWith(body, id, passesMax, waitMsMax);
      if (end === undefined) continue;
      ends[end].push(id);
      switches.noticed.add(id);
    }
    // Fails where a mutant, or the test itself, left something behind: then what was counted means nothing.
    const isSpoilt = (await endWith(body, undefined, Number.POSITIVE_INFINITY, waitMsMax)) !== undefined;
    test.meta.isSpoilt = isSpoilt;
    if (isSpoilt) for (const id of [...ends.killed, ...ends.timedOut]) switches.noticed.delete(id);
    test.meta.mutants = { covered: Object.keys(passes), ...(isSpoilt ? {} : ends) };
  }
}

/**
 * The test with what is to be done before and after each, once more around every run of it. Vitest itself has
 * done the former once before the first run, and does the latter once after the last.
 */
function withHooks(test) {
  const body = TestRunner.getTestFn(test);
  const hooks = suitesAround(test).map((suite) => ({ suite, ...TestRunner.getSuiteHooks(suite) }));
  if (hooks.every(({ beforeEach, afterEach }) => beforeEach.length + afterEach.length === 0)) return body;
  return async () => {
    const cleanUps = [];
    try {
      for (const { suite, beforeEach } of hooks)
        for (const hook of beforeEach) cleanUps.push(await hook(test.context, suite));
      await body();
    } finally {
      for (const { suite, afterEach } of hooks.toReversed())
        for (const hook of afterEach.toReversed()) await hook(test.context, suite);
      for (const cleanUp of cleanUps.reverse()) await cleanUp?.(test.context);
    }
  };
}

/** The file first. */
function suitesAround(task) {
  const suite = task.suite ?? (task === task.file ? undefined : task.file);
  return suite === undefined ? [] : [...suitesAround(suite), suite];
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

async function endWith(body, mutant, passesMax, waitMsMax) {
  let isWaiting = false;
  let timer;
  const waited = new Promise((_, reject) => {
    timer = setTimeout(() => {
      isWaiting = true;
      reject(new Error('it waits in vain'));
    }, waitMsMax);
  });
  Object.assign(switches, { activeMutant: mutant, passesLeft: passesMax, hitCount: 0, hitLimit: passesMax });
  watch.begin(waitMsMax + endlessMs);
  const isEndless = () => isWaiting || switches.passesLeft < 0 || switches.hitCount > passesMax;
  try {
    // A microtask of its own: where it is ended, this function is not.
    await Promise.race([Promise.resolve().then(body), waited]);
    return isEndless() ? 'timedOut' : undefined;
  } catch {
    return isEndless() ? 'timedOut' : 'killed';
  } finally {
    watch.end();
    clearTimeout(timer);
    Object.assign(switches, { activeMutant: undefined, passesLeft: Infinity, hitCount: undefined });
  }
}
