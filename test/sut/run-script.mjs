import { ImageManager } from './image-manager.mjs';
import { switches } from './mutations.mjs';
import { World } from './world.mjs';

/**
 * Runs one script of the conformance protocol, and gives its trace.
 * @param {import('../../src/proof/conformance/imagemanager/script.ts').Script} script
 * @param {{ release?: string, mutation?: string }} [options] 1.36 and no mutation when absent
 * @returns {import('../../src/proof/conformance/imagemanager/conformance-trace.ts').ConformanceTrace}
 */
export function runScript(script, { release = '1.36', mutation = '' } = {}) {
  if (mutation !== '' && switches[mutation] === undefined) throw new Error(`unknown mutation ${mutation}`);
  const world = new World(script);
  const manager = new ImageManager(script, world, release, (name) => name === mutation);
  let returned = 0;
  /** @param {import('./image-manager.mjs').Call} call @returns {import('./world.mjs').Routine} */
  function* ensure(call) {
    const result = yield* manager.ensureImageExists(call);
    world.tell(call.id, 'result', { ...result });
    returned += 1;
  }
  for (const call of script.calls) world.plan(nanos(call.at), () => world.go(ensure(call)));
  for (const { at, image } of script.runtime.removals ?? [])
    world.plan(nanos(at), () => {
      world.images.delete(image);
      world.removed.add(image);
    });
  world.run();

  const told = world.trace
    .sort((a, b) => a.at - b.at || a.order - b.order)
    .map(({ order, ...entry }) => entry);
  const at = told.at(-1)?.at ?? 0;
  const missing = script.calls.length - returned;
  const stuck =
    missing === 0
      ? []
      : [{ at, type: 'stuck', message: `${returned} of ${script.calls.length} calls returned` }];
  const races = racesOf(script, told);
  return /** @type {any} */ ({
    script: script.name,
    trace: [...told, ...stuck, ...manager.metrics.entries(at)],
    ...(races.length > 0 ? { races } : {}),
  });
}

/** @param {number} ms */
function nanos(ms) {
  return Math.floor(ms * 1e6 + 0.5);
}

/**
 * Back-off keys for which calls of one instant ended with different errors: the kubelet leaves open which one
 * counts.
 * @param {import('../../src/proof/conformance/imagemanager/script.ts').Script} script @param {Record<string,
 *   unknown>[]} trace
 */
function racesOf(script, trace) {
  const calls = new Map(script.calls.map((call) => [call.id, call]));
  const seen = new Map();
  const races = [];
  for (const { type, at, call, error, message } of trace) {
    const { pod, image } = calls.get(String(call)) ?? {};
    if (type !== 'result' || error === '' || error === 'ImagePullBackOff') continue;
    const key = `${at} ${pod?.uid}_${image}`;
    const text = `${error}${message}`;
    if (seen.has(key) && seen.get(key) !== text) races.push(key);
    seen.set(key, text);
  }
  return races;
}
