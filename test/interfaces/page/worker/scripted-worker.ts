import type { WorkerAnswer, WorkerRequest } from '../../../../src/interfaces/page/worker/worker-protocol.ts';

/** A worker that answers when the test says so. */
export class Scripted {
  onmessage: (event: { data: WorkerAnswer }) => void = () => undefined;
  onerror: (event: { message: string }) => void = () => undefined;
  onmessageerror: () => void = () => undefined;
  readonly asked: WorkerRequest[] = [];
  terminated = 0;
  postMessage(request: WorkerRequest): void {
    this.asked.push(request);
  }
  terminate(): void {
    this.terminated += 1;
  }
  answer(answer: WorkerAnswer): void {
    this.onmessage({ data: answer });
  }
}

/** What became of a promise by now, whatever the timers say. */
export async function endOf(promise: Promise<unknown>): Promise<unknown> {
  let end: unknown = 'waits';
  promise.then(
    (value) => {
      end = value;
    },
    (error: unknown) => {
      end = { error };
    },
  );
  for (let turn = 0; turn < 30; turn++) await Promise.resolve();
  return end;
}
