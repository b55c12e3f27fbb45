/**
 * The container runtime, the clock and the trace of one script. Times are whole nanoseconds.
 * @typedef {{ at: number, order: number, call?: string, type: string } & Record<string, unknown>} Entry
 */
export class World {
  /** @param {import('../../src/proof/conformance/imagemanager/script.ts').Script} script */
  constructor(script) {
    this.now = 0;
    /** @type {Entry[]} */
    this.trace = [];
    this.order = new Map(script.calls.map(({ id }, index) => [id, index]));
    this.images = new Map(
      script.runtime.images.map((image) => [image.image, { ref: image.ref, size: image.size }]),
    );
    /** Images that were removed. @type {Set<string>} */
    this.removed = new Set();
    this.inspect = queues(script.runtime.inspect);
    this.pulls = queues(script.runtime.pulls);
    /** @type {{ at: number, happen: () => void }[]} */
    this.events = [];
    /** @type {(() => void)[]} */
    this.ready = [];
  }

  /** @param {string} call @param {string} type @param {Record<string, unknown>} fields */
  tell(call, type, fields) {
    this.trace.push({ at: this.now / 1e6, order: this.order.get(call) ?? 0, call, type, ...fields });
  }

  /**
   * Events of one time happen in the order in which they were planned. @param {number} at @param {() => void}
   * happen
   */
  plan(at, happen) {
    let index = this.events.length;
    while (index > 0 && (this.events[index - 1]?.at ?? 0) > at) index -= 1;
    this.events.splice(index, 0, { at, happen });
  }

  /**
   * Runs a routine till it waits; what it yields is told how to go on. @param {Routine} routine @param
   * {unknown} [answer]
   */
  go(routine, answer) {
    const { done, value } = routine.next(answer);
    if (done || value === undefined) return;
    value((next) => this.ready.push(() => this.go(routine, next)));
  }

  run() {
    for (let event = this.events.shift(); event !== undefined; event = this.events.shift()) {
      this.now = event.at;
      event.happen();
      for (let next = this.ready.shift(); next !== undefined; next = this.ready.shift()) next();
    }
  }

  /** @param {string} call @param {Spec} spec @returns {{ error: string } | { ref: string }} */
  getImageRef(call, spec) {
    this.tell(call, 'runtime', { op: 'GetImageRef', ...spec });
    const error = nextOf(this.inspect, spec.image)?.error ?? '';
    return error === '' ? { ref: this.images.get(spec.image)?.ref ?? '' } : { error };
  }

  /** @param {string} call @param {Spec} spec @returns {number} bytes */
  getImageSize(call, spec) {
    this.tell(call, 'runtime', { op: 'GetImageSize', ...spec });
    return this.images.get(spec.image)?.size ?? 0;
  }

  /**
   * @param {string} call @param {Spec} spec @returns {Generator<Wait, { error: string } | { ref: string },
   * any>}
   */
  *pullImage(call, spec) {
    this.tell(call, 'runtime', { op: 'PullImage', ...spec });
    const outcome = nextOf(this.pulls, spec.image) ?? { error: 'not found' };
    const takes = Math.floor((outcome.takesMs ?? 0) * 1e6 + 0.5);
    if (takes > 0) yield (resume) => this.plan(this.now + takes, () => resume(undefined));
    const returned = { op: 'PullImage', image: spec.image };
    if (outcome.error !== undefined && outcome.error !== '') {
      this.tell(call, 'runtime-return', { ...returned, error: outcome.error });
      return { error: outcome.error };
    }
    const ref = outcome.ref ?? '';
    this.tell(call, 'runtime-return', { ...returned, ref });
    this.images.set(spec.image, { ref, size: outcome.size ?? 0 });
    return { ref };
  }
}

/**
 * @typedef {(resume: (answer: any) => void) => void} Wait
 * @typedef {Generator<Wait, unknown, any>} Routine
 * @typedef {{ image: string, annotations?: Readonly<Record<string, string>>, runtimeHandler?: string }} Spec
 */

/**
 * @template T @param {Readonly<Record<string, readonly T[]>> | undefined} outcomes @returns {Map<string,
 * T[]>}
 */
function queues(outcomes) {
  return new Map(Object.entries(outcomes ?? {}).map(([image, list]) => [image, [...list]]));
}

/**
 * The last one repeats. @template T @param {Map<string, T[]>} outcomes @param {string} image @returns {T |
 * undefined}
 */
function nextOf(outcomes, image) {
  const list = outcomes.get(image) ?? [];
  return list.length > 1 ? list.shift() : list[0];
}
