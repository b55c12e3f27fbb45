import { runtimeWorld, image } from './runtime-world.ts';
import { containerd16 } from '../../src/runtime/containerd-1-6.ts';
import { containerd24 } from '../../src/runtime/containerd-2-4.ts';
for (const profile of [containerd24, containerd16]) {
const w = runtimeWorld({ profile, roundTripMicros: 5200, linkBytesPerSecond: 20e6, unpackBytesPerSecond: 500e6, images: [image('localhost:5000/eq8:1', ...Array.from({length: 8}, () => 5007768)), image('localhost:5000/small:1', 61468)] });
w.pull('big', 'localhost:5000/eq8:1');
w.at(500_000, () => w.pull('small', 'localhost:5000/small:1'));
w.run();
console.log(profile.name, w.outcomes, w.unhandled, w.usedBytes());
if (process.argv[2]) for (const s of w.seen) console.log(s.at/1000, s.actor, JSON.stringify(s.observation), JSON.stringify(s.because));
}
