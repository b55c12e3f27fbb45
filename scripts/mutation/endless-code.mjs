// Ends code that never comes back to the event loop: nothing in its own thread can. Another thread looks at a
// deadline, and has the inspector of the first one end what it executes.
import { Session } from 'node:inspector';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const lookEveryMs = 100;

if (!isMainThread && workerData?.windlassDeadline !== undefined) {
  const deadline = workerData.windlassDeadline;
  const session = new Session();
  session.connectToMainThread();
  setInterval(() => {
    const atMs = Number(Atomics.load(deadline, 0));
    if (atMs === 0 || Date.now() < atMs) return;
    Atomics.store(deadline, 0, 0n);
    session.post('Runtime.terminateExecution');
  }, lookEveryMs);
}

/**
 * Starts the other thread. Between `begin` and `end` the main thread may execute for so long; then what it
 * executes ends, without an exception that could be caught, and the event loop goes on.
 */
export function watchMainThread() {
  const windlassDeadline = new BigInt64Array(new SharedArrayBuffer(8));
  new Worker(new URL(import.meta.url), { workerData: { windlassDeadline }, execArgv: [] }).unref();
  return {
    begin: (/** @type {number} */ ms) =>
      void Atomics.store(windlassDeadline, 0, BigInt(Math.ceil(Date.now() + ms))),
    end: () => void Atomics.store(windlassDeadline, 0, 0n),
  };
}
