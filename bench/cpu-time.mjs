// What the measurements share: CPU time, not wall time, and a plain loop that makes figures of different
// machines comparable.

/** CPU seconds of this process so far. */
export const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/**
 * CPU seconds of `run`: the least of so many, after one that warms up unless there is one; whatever else the
 * machine does can only add.
 */
export function measure(run, times = 5) {
  if (times > 1) run();
  const seconds = Array.from({ length: times }, () => {
    const start = cpuSeconds();
    run();
    return cpuSeconds() - start;
  });
  return Math.min(...seconds);
}

/** A heap of entries by their time `at`. */
export function timerHeap() {
  const heap = [];
  const swap = (a, b) => ([heap[a], heap[b]] = [heap[b], heap[a]]);
  const push = (entry) => {
    let index = heap.push(entry) - 1;
    for (; index > 0 && heap[(index - 1) >> 1].at > heap[index].at; index = (index - 1) >> 1)
      swap(index, (index - 1) >> 1);
  };
  const pop = () => {
    const top = heap[0];
    const last = heap.pop();
    if (heap.length > 0) {
      heap[0] = last;
      for (let index = 0; ; ) {
        let least = index;
        for (const child of [2 * index + 1, 2 * index + 2])
          if (child < heap.length && heap[child].at < heap[least].at) least = child;
        if (least === index) break;
        swap(index, least);
        index = least;
      }
    }
    return top;
  };
  return { push, pop, size: () => heap.length };
}

/**
 * A heap of timers that re-arm each other, each step making one small object: what a run could cost at the
 * least.
 */
export function plainLoop(steps) {
  const { push, pop, size } = timerHeap();
  for (let index = 0; index < 1000; index++) push({ at: (index * 7919) % 1000, state: 'idle' });
  for (let step = 0; step < steps; step++) {
    const { at, state } = pop();
    push({ at: at + 1 + ((step * 7919) % 1000), state: state === 'idle' ? 'busy' : 'idle' });
  }
  return size();
}

export const thousand = (value) => `${(value / 1000).toFixed(1)} k`;
