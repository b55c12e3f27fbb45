import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkInvariants } from '../../src/run/invariants/check-invariants.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { fromFormatBefore } from '../../src/trace/version-1.ts';
import { formatRecord } from '../../src/trace/write-trace.ts';

// Written by the version of 2026-11-22, the last of that format: runs of the examples of these names.
const folder = fileURLToPath(new URL('./format-1', import.meta.url));

test.each(readdirSync(folder))('%s of windlass-trace/1 is read as a trace of today', (name) => {
  const text = gunzipSync(readFileSync(`${folder}/${name}`)).toString();
  expect(text).toContain('"format":"windlass-trace/1"');
  const read = readTrace(text.trimEnd());
  if (!read.ok) throw new Error(`line ${read.line}: ${read.message}`);
  expect(read.complete).toBe(true);
  const { records } = read;
  const [header] = records;
  const nodes = header?.type === 'header' ? header.nodes.map((node) => node.name) : [];
  for (const record of records) if ('node' in record) expect(nodes).toContain(record.node);
  const callers = new Set(records.flatMap((record) => ('actor' in record ? [record.actor] : [])));
  const pulls = new Set(
    records.flatMap((record) => ('pull' in record && record.pull !== undefined ? [record.pull] : [])),
  );
  expect([...pulls].filter((pull) => !callers.has(pull) && !pull.includes('/sandboxes/'))).toEqual([]);
  expect(pulls.size).toBeGreaterThan(0);
  expect(checkInvariants(records)).toEqual([]);
  expect(readTrace(records.map(formatRecord))).toEqual(read);
});

test.each([
  [
    'the runtime’s work',
    { type: 'fetch', actor: 'n/images/kubelet/d/web/app#fetch-1' },
    { node: 'n', pull: 'n/kubelet/d/web/app' },
  ],
  [
    'an image that a pull brought',
    { type: 'image', actor: 'n/images', because: { kind: 'pull', actor: 'n/images/kubelet/d/web/app#3' } },
    { node: 'n', pull: 'n/kubelet/d/web/app' },
  ],
  ['an image volume', { type: 'pull', actor: 'n/kubelet/d/web/volumes/model' }, { node: 'n', volume: true }],
  ['a registry', { type: 'pullLimit', actor: 'registry/docker.io/n' }, {}],
  ['the scenario', { type: 'fault', actor: 'faults/1-registryDown' }, {}],
  [
    'a pull’s part that begins',
    { type: 'actorStarted', actor: 'n/images/pull-0/fetch-1#2', name: 'n/images/kubelet/d/web/app#fetch-1' },
    { count: 2, nodes: ['n'], pod: { namespace: 'd', name: 'web' }, container: 'app', part: 'fetch-1' },
  ],
  [
    'a kubelet that begins',
    { type: 'actorStarted', actor: 'n/kubelet', name: 'n/kubelet' },
    { nodes: ['n'] },
  ],
  ['a network that begins', { type: 'actorStarted', actor: 'network', name: 'network' }, {}],
  ['a step', { type: 'actorStep', actor: 'n/kubelet' }, {}],
])('%s', (_, line, more) => {
  expect(fromFormatBefore(line)).toEqual({ ...line, ...more });
});
