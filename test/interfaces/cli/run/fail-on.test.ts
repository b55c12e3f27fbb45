import { expect, test } from 'vitest';
import { failureReader } from '../../../../src/interfaces/cli/run/fail-on.ts';
import { readRun } from '../../../../src/reports/run-reader.ts';
import type { ActorRecord, TraceRecord } from '../../../../src/trace/record.ts';

type Told = ActorRecord extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never;

const pod = { namespace: 'default', name: 'web-0', uid: 'u1' };
const common = { at: 0, node: 'node-1', actor: 'node-1/kubelet/default/web-0/app', pod } as const;
const containers = [{ name: 'app', image: 'b', kind: 'container', policy: 'Always' }] as const;
const added: Told = { ...common, type: 'pod', state: 'added', containers };
const running: Told = { ...common, type: 'container', container: 'app', state: 'running' };
const pullFailed: Told = {
  ...common,
  type: 'pull',
  state: 'failed',
  container: 'app',
  image: 'b',
  reason: 'ErrImagePull',
  error: 'x',
};

function trace(...told: readonly Told[]): TraceRecord[] {
  return told.map((record, index) => ({ ...record, id: index + 1 }) as TraceRecord);
}

const failureOf = (what: Parameters<typeof failureReader>[0], records: readonly TraceRecord[]) =>
  readRun(records, undefined, () => failureReader(what));

test('not-running: a pod whose containers all run is none', () => {
  expect(failureOf('not-running', trace(added, running))).toBeUndefined();
});

test('not-running: a container that never started counts', () => {
  expect(failureOf('not-running', trace(added))).toBe('--fail-on not-running: 1 pod: default/web-0');
});

test('not-running: a pod that the kubelet rejected counts', () => {
  const rejected: Told = {
    ...common,
    type: 'pod',
    state: 'rejected',
    node: 'node-1',
    containers,
    reason: 'OutOfpods',
  };
  expect(failureOf('not-running', trace(rejected))).toBe('--fail-on not-running: 1 pod: default/web-0');
});

test('not-running: a pod that ended counts where it ended in failure', () => {
  const ended = (reason: string): Told => ({
    ...common,
    type: 'pod',
    state: 'terminated',
    node: 'node-1',
    containers,
    reason,
  });
  expect(failureOf('not-running', trace(added, running, ended('Succeeded')))).toBeUndefined();
  expect(failureOf('not-running', trace(added, running, ended('Failed')))).toBe(
    '--fail-on not-running: 1 pod: default/web-0',
  );
});

test('not-running: a long list is cut, and says how much is missing', () => {
  const pods = Array.from(
    { length: 7 },
    (_, n): Told => ({ ...added, pod: { ...pod, name: `web-${n}`, uid: `u${n}` } }) as Told,
  );
  expect(failureOf('not-running', trace(...pods))).toMatch(
    /7 pods: default\/web-0, .*default\/web-4, … \(2 more\)$/,
  );
});

test('any-failure: a failed pull counts although the container runs in the end', () => {
  const records = trace(added, pullFailed, pullFailed, running);
  expect(failureOf('any-failure', records)).toBe('--fail-on any-failure: 2 pulls failed');
  expect(failureOf('not-running', records)).toBeUndefined();
  expect(failureOf('any-failure', trace(added, running))).toBeUndefined();
});

// docs/fidelity-runtime.md, the sandbox image: the runtime pulls it, and a pod without a sandbox has no pull of its
// own that could fail.
test('any-failure: a sandbox whose image could not be pulled counts', () => {
  const sandbox: Told = { ...common, type: 'sandbox', state: 'failed', error: 'x' };
  expect(failureOf('any-failure', trace(added, sandbox, running))).toBe(
    '--fail-on any-failure: 1 pull failed',
  );
});
