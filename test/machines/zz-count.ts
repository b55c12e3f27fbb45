import { runtimeWorld, image } from './runtime-world.ts';
import { Actor } from 'xstate';
const w = runtimeWorld({ images: [image('r.io/a:1', 20e6)], linkBytesPerSecond: 125e6, silent: true });
const counts: Record<string, number> = {};
const proto = Actor.prototype as unknown as { _send: (e: {type: string}) => void };
const old = proto._send;
proto._send = function (this: { id: string }, e) { const k = `${this.id} ${e.type}`; counts[k] = (counts[k] ?? 0) + 1; return old.call(this, e); };
w.pull('p', 'r.io/a:1'); w.run();
let n = 0;
for (const [k, v] of Object.entries(counts)) { console.log(v, k); n += v; }
console.log(n);
