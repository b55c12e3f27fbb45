// What a pod costs by actor: the time that each machine takes for its own steps, without what it makes others
// do. Reading the clock around each step costs about a fifth more, so only the shares are good.
import { cpuSeconds } from './cpu-time.mjs';

/** Runs before the engine is warm, in pods. */
const warmingPods = 4_500;
const measuredPods = 1_500;

/** Own times of nested calls, by a key. */
class OwnTimes {
  isOn = false;
  rows = new Map();
  #current = { inner: 0 };

  /** Puts a clock around a method of a class; `keyOf` tells from the object and the arguments whose time it is. */
  watch(prototype, method, keyOf) {
    const original = prototype[method];
    const times = this;
    prototype[method] = function watched(...args) {
      if (!times.isOn) return original.apply(this, args);
      return times.#timed(keyOf(this, args), () => original.apply(this, args));
    };
  }

  #timed(key, run) {
    const outer = this.#current;
    const own = { inner: 0 };
    this.#current = own;
    const begun = performance.now();
    try {
      return run();
    } finally {
      const took = performance.now() - begun;
      this.#current = outer;
      outer.inner += took;
      const row = this.rows.get(key) ?? { calls: 0, millis: 0 };
      this.rows.set(key, { calls: row.calls + 1, millis: row.millis + took - own.inner });
    }
  }
}

/**
 * Prints a line for each actor with its steps and microseconds a pod, of runs of this input whose summary is
 * made. `isByEvent`: a line for each kind of event of each actor.
 */
export async function printByActor(built, input, { isByEvent, isCold }, print) {
  const { simulateParts, withoutPauses, RunTotals, traceHeader, CompiledActor, TraceRecorder, Kernel } =
    built;
  const pods = input.pods.length;
  const times = new OwnTimes();
  const actorKey = ({ logic }, [event]) => (isByEvent ? `${logic.id} ${event.type}` : logic.id);
  times.watch(CompiledActor.prototype, '_send', actorKey);
  times.watch(CompiledActor.prototype, 'create', () => 'actors created, with their first step');
  times.watch(TraceRecorder.prototype, 'record', () => 'recorder and readers of records');
  times.watch(Kernel.prototype, 'step', () => 'queue of events');
  const run = async (seed) => {
    const totals = new RunTotals(traceHeader(input));
    totals.finish(
      await simulateParts({ ...input, seed }, { engine: 'compiled' }, withoutPauses, (part) =>
        totals.begin(traceHeader(part)),
      ),
    );
  };
  const runs = async (podsOfAll) => {
    for (let seed = 0; seed < podsOfAll / pods; seed++) await run(seed);
  };
  if (!isCold) await runs(warmingPods);
  const begun = cpuSeconds();
  await runs(isCold ? 1 : measuredPods);
  const measured = isCold ? pods : Math.ceil(measuredPods / pods) * pods;
  const perPod = ((cpuSeconds() - begun) / measured) * 1e6;
  times.isOn = true;
  if (!isCold) await runs(measuredPods / 3);
  times.rows.clear();
  await runs(isCold ? 1 : measuredPods);
  const rows = [...times.rows].sort(([, a], [, b]) => b.millis - a.millis);
  const all = rows.reduce((sum, [, { millis }]) => sum + millis, 0);
  print(`${perPod.toFixed(0)} µs of CPU a pod without clocks; by actor, with them:`);
  print(`${''.padEnd(40)}steps a pod  µs a pod   share   ns a step`);
  for (const [key, { calls, millis }] of rows) {
    const cells = [
      (calls / measured).toFixed(1).padStart(11),
      ((millis / measured) * 1e3).toFixed(1).padStart(10),
      `${((millis / all) * 100).toFixed(1)} %`.padStart(8),
      ((millis / calls) * 1e6).toFixed(0).padStart(12),
    ];
    print(`${key.padEnd(40)}${cells.join('')}`);
  }
}
