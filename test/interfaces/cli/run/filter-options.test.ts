import { expect, test } from 'vitest';
import { runInProcess } from '../run-in-process.ts';

const stdin = `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { count: 3 }
horizon: 5m
images:
  - { name: 'a.local/web:1', layers: [{ size: 20MB }] }
  - { name: 'a.local/web:2', layers: [{ size: 20MB }] }
  - { name: 'a.local/db:1', layers: [{ size: 200MB }] }
imageChanges:
  - { match: Deployment/web, container: app, image: 'a.local/web:2', at: 1m }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 4
  selector: { matchLabels: { app: web } }
  template: { metadata: { labels: { app: web } }, spec: { containers: [{ name: app, image: 'a.local/web:1' }] } }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, namespace: shop }
spec:
  replicas: 2
  serviceName: db
  selector: { matchLabels: { app: db } }
  template: { metadata: { labels: { app: db } }, spec: { containers: [{ name: app, image: 'a.local/db:1' }] } }
---
apiVersion: v1
kind: Pod
metadata: { name: bare }
spec: { nodeName: node-2, containers: [{ name: app, image: 'a.local/web:1' }] }
`;

const run = (...options: string[]) =>
  runInProcess(['run', '-', ...options], { stdin, env: { COLUMNS: '100' } });
const stdoutOf = async (...options: string[]) => (await run(...options)).stdout;

test('every output but the trace shows only what a filter asks for', async () => {
  const csv = (await stdoutOf('-o', 'csv', '--owner', 'db', '--pod', 'shop/*')).trim().split('\n').slice(1);
  expect(csv.map((line) => line.split(',')[4]).sort()).toEqual(['db-0', 'db-1']);
  const listed = (await stdoutOf('-o', 'pods', '--pod', 'db-*', '--pod', 'bare')).match(
    /\b(db-\d|bare|web)\b/g,
  );
  expect(listed).toEqual(['bare', 'db-0', 'db-1']);
  const perfetto = JSON.parse(await stdoutOf('-o', 'perfetto', '--pod', 'db-1')) as {
    traceEvents: { name: string; args?: { name?: string } }[];
  };
  const tracks = perfetto.traceEvents
    .filter(({ name }) => name === 'thread_name')
    .flatMap(({ args }) => args?.name ?? []);
  expect(tracks.filter((name) => name.includes('/'))).toEqual(['shop/db-1/app']);
  for (const output of ['timeline', 'summary'])
    expect(await stdoutOf('-o', output, '--owner', 'StatefulSet/*')).toMatch(
      /^2 of \d+ pods shown \(--owner StatefulSet\/\*\)\. All 2 pods/,
    );
});

test('pods that take the place of others are of the same owner', async () => {
  const { shown } = JSON.parse(await stdoutOf('-o', 'json', '--owner', 'shop/deployment/web')) as {
    shown: object;
  };
  expect(shown).toEqual({ pods: 8, of: 11, by: '--owner shop/deployment/web' });
});

test('outputs that have no place for it say on stderr how many pods are shown', async () => {
  expect((await run('-o', 'events', '--node', 'node-2')).stderr).toMatch(
    /^windlass: \d of 11 pods shown \(--node node-2\)\.$/m,
  );
  expect((await run('--node', 'node-2')).stderr).not.toContain('shown');
});

test('the CSV over seeds has the lines of each, with its seed', async () => {
  const [columns, ...lines] = (await stdoutOf('--seeds', '2', '--seed', '7', '-o', 'csv', '--owner', 'db'))
    .trim()
    .split('\n');
  const one = (await stdoutOf('--seed', '7', '-o', 'csv', '--owner', 'db')).trim().split('\n');
  expect(columns).toBe(`seed,${one[0]}`);
  expect(lines.map((line) => line.split(',', 6))).toEqual(
    [7, 7, 8, 8].map((seed, index) => [
      `${seed}`,
      expect.stringMatching(/^node-/),
      'shop',
      'StatefulSet',
      'db',
      `db-${index % 2}`,
    ]),
  );
  expect(lines.slice(0, 2)).toEqual(one.slice(1).map((line) => `7,${line}`));
});

test('figures over seeds are of what is shown', async () => {
  const { shown, figures } = JSON.parse(await stdoutOf('--seeds', '3', '--owner', 'db', '-o', 'json')) as {
    shown: object;
    figures: Record<string, object>;
  };
  expect(shown).toEqual({ pods: 2, of: 11, by: '--owner db' });
  expect(figures['pods.total']).toMatchObject({ min: 2, max: 2 });
  expect(await stdoutOf('--seeds', '2', '--owner', 'db')).toMatch(
    /^2 of 11 pods shown \(--owner db\)\. In each of 2 runs all pods started, the slowest 6\.7 s after its\narrival\.\n/,
  );
});

test.each([
  [['--owner', 'wev'], '--owner wev: no owner of this run has this name; did you mean web?'],
  [
    ['--owner', 'Deploymnt/web'],
    '--owner Deploymnt/web: no owner of this run has this name; did you mean Deployment/web?',
  ],
  [
    ['--pod', 'shop/db-9', '--seeds', '2'],
    '--pod shop/db-9: no pod of this run has this name; did you mean shop/db-0?',
  ],
  [
    ['--node', 'node-1', '--node', 'mode-2'],
    '--node mode-2: no node of this run has this name; did you mean node-2?',
  ],
  [
    ['--pod', 'bare', '--node', 'node-1'],
    '--pod bare --node node-1: no pod is all of that; each of the options alone shows some',
  ],
])('%j shows nothing, which is an error before the run', async (options, message) => {
  const { code, stdout, stderr } = await run(...options);
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `windlass: ${message}\n` });
});
