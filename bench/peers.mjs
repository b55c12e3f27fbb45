// What a pod would cost at the least: programs with as many timers, messages and records a pod as a run of one
// layer has, and no rules. One is a plain loop in this process; the other a process of SimPy, if python3 has it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { measure, timerHeap } from './cpu-time.mjs';

const pods = 3_000;

/** What `--by-actor` counts of a pod of one layer: 42 timers, 168 steps with them, 56 records. */
const timersOfPod = 42;
const messagesOfTimer = 3;
const recordsOfTimer = 4 / 3;

/** Each pod waits for its timers one after the other; each timer makes its share of messages and records. */
function plainPods() {
  const entries = timerHeap();
  const boxes = Array.from({ length: pods }, () => ({ state: 'idle', taken: 0 }));
  const written = { count: 0, bytes: 0 };
  for (let pod = 0; pod < pods; pod++) entries.push({ at: pod % 97, pod, left: timersOfPod });
  while (entries.size() > 0) {
    const { at, pod, left } = entries.pop();
    for (let message = 0; message < messagesOfTimer; message++) {
      const event = { type: message % 2 === 0 ? 'ASKED' : 'ANSWERED', pod, at };
      const box = boxes[event.pod];
      boxes[event.pod] = { ...box, state: event.type, taken: box.taken + 1 };
    }
    const records = Math.floor(left * recordsOfTimer) - Math.floor((left - 1) * recordsOfTimer);
    for (let record = 0; record < records; record++) {
      const one = { at, type: 'pull', actor: pod, state: boxes[pod].state };
      written.count++;
      written.bytes += one.state.length;
    }
    if (left > 1) entries.push({ at: at + 1 + ((pod * 7919 + left) % 1000), pod, left: left - 1 });
  }
  return written;
}

/** Microseconds of CPU a pod of the plain loop. */
export function plainMicros() {
  return (measure(plainPods) / pods) * 1e6;
}

/** Microseconds of CPU a pod of SimPy; undefined if python3 does not have it (`pip install simpy`). */
export function simpyMicros() {
  const program = fileURLToPath(new URL('peer.py', import.meta.url));
  const { status, stdout } = spawnSync(
    'python3',
    [program, pods, timersOfPod, messagesOfTimer, recordsOfTimer].map(String),
    {
      encoding: 'utf8',
    },
  );
  return status === 0 ? (Number(stdout) / pods) * 1e6 : undefined;
}
