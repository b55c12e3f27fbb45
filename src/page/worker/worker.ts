import { RunDesk } from './run-desk.ts';
import type { WorkerRequest } from './worker-protocol.ts';

const desk = new RunDesk({ tell: (answer) => postMessage(answer), nowMs: () => performance.now() });

addEventListener('message', (event: MessageEvent<WorkerRequest>) => desk.receive(event.data));
