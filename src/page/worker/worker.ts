import { readInput } from '../../input/read-input.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { WorkerRequest } from './worker-protocol.ts';

console.log(readInput, simulate);

addEventListener('message', (event: MessageEvent<WorkerRequest>) => {
  postMessage({ type: 'FAILED', id: 'id' in event.data ? event.data.id : 0, message: 'not there yet' });
});
