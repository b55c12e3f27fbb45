import { RunWorker } from './run-worker.ts';
import type { WorkerRequest } from './worker-protocol.ts';

const worker = new RunWorker({
  tell: (answer) => postMessage(answer),
  nowMs: () => performance.now(),
  turn: () => new Promise((resolve) => setTimeout(resolve)),
});

addEventListener('message', (event: MessageEvent<WorkerRequest>) => worker.receive(event.data));
