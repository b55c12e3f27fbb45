// What a command of its own uses, start-up included: as users run it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const measured = ['--import', here('tell-usage.mjs'), here('../dist/command/windlass.js')];

/** CPU seconds, seconds to wait, and peak MiB of a command of windlass on this input. */
export function useOf(input, { command, options }) {
  const all = [command, '-', '-q', ...options];
  const started = performance.now();
  const result = spawnSync(process.execPath, [...measured, ...all], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  if (result.status !== 0) throw new Error(`windlass ${all.join(' ')}: ${result.stderr}`);
  return { ...JSON.parse(result.output[3]), waited: (performance.now() - started) / 1000 };
}

/** CPU seconds of `windlass run` until it has printed the answer. */
export function answerSeconds(input) {
  const result = spawnSync(process.execPath, [...measured, 'run', '-', '-q'], {
    input,
    encoding: 'utf8',
    env: { ...process.env, TELL_AT_FIRST_WRITE: '1' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
  if (result.status !== 0) throw new Error(`windlass run: ${result.stderr}`);
  return JSON.parse(result.output[3]).seconds;
}

/** CPU seconds of the page's worker from its start to the first view of so many nodes of so many pods. */
export function pageSeconds(nodes, pods) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [here('page-view.mjs'), nodes, pods], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
