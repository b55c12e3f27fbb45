import { runtimeWorld, image } from './runtime-world.ts';
import { containerd16 } from '../../src/runtime/containerd-1-6.ts';
import { containerd24 } from '../../src/runtime/containerd-2-4.ts';
for (const profile of [containerd24, containerd16, containerd24, containerd16]) {
const nodes = 100, pulls = 30;
const t0 = process.cpuUsage();
let done = 0, fired = 0;
for (let n = 0; n < nodes; n++) {
  const images = Array.from({ length: pulls }, (_, i) => image(`r.io/app-${i}:1`, 20e6 + i));
  const w = runtimeWorld({ profile, images, linkBytesPerSecond: 125e6, silent: true, roundTripMicros: 20000 });
  for (let i = 0; i < pulls; i++) w.at(i * 1000, () => w.pull(`p${i}`, `r.io/app-${i}:1`));
  fired += w.run();
  done += Object.values(w.outcomes).filter((o) => o.error === undefined).length;
  if (w.unhandled.length) console.log(w.unhandled.slice(0, 5));
}
const t = process.cpuUsage(t0);
console.log(profile.name, done, 'pulls', ((t.user + t.system) / done).toFixed(0), 'µs/pull', (fired / done).toFixed(1), 'timers/pull');
}
