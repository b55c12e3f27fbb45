import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { simulatedNode } from '../../../answers/calibration/simulated-node.ts';
import { clusterOf } from '../../../answers/cluster-import/cluster-of.ts';
import { runInProcess } from '../run-in-process.ts';
import { type Answer, FakeKubectl } from './fake-kubectl.ts';

const { input } = simulatedNode(3, { runtime: 'containerd://2.4', parallel: 1, images: 14 });
const { items } = clusterOf(input);
const list = (...wanted: readonly unknown[]) => ({ apiVersion: 'v1', kind: 'List', items: wanted });
const ofKind = (kind: string) => items.filter((item) => item.kind === kind);
const [firstNode] = ofKind('Node') as unknown as readonly {
  readonly metadata: { readonly name: string };
  readonly status: { readonly nodeInfo: { readonly kubeletVersion: string } };
}[];
const node = firstNode?.metadata.name ?? '';
const kubeletVersion = firstNode?.status.nodeInfo.kubeletVersion ?? '';

const deployment = (name: string, image: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'app', image }] },
    },
  },
});
const pod = (name: string, waiting: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'shop', uid: `uid-${name}`, creationTimestamp: '2026-11-29T10:00:00Z' },
  spec: { nodeName: node, containers: [{ name: 'web', image: 'acme/web:1' }] },
  status: {
    phase: 'Pending',
    containerStatuses: [
      { name: 'web', image: 'acme/web:1', restartCount: 0, state: { waiting: { reason: waiting } } },
    ],
  },
});
const failed = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { name: `${name}.1`, namespace: 'shop' },
  involvedObject: { kind: 'Pod', name, namespace: 'shop', uid: `uid-${name}` },
  reason: 'Failed',
  message:
    'Failed to pull image "acme/web:1": failed to resolve reference "docker.io/acme/web:1": docker.io/acme/web:1: not found',
  count: 3,
  firstTimestamp: '2026-11-29T10:00:02Z',
  lastTimestamp: '2026-11-29T10:00:45Z',
  source: { component: 'kubelet', host: node },
});
const configz = { kubeletconfig: { serializeImagePulls: true, registryPullQPS: 0 } };
const forbidden = `Error from server (Forbidden): nodes "${node}" is forbidden: User "me" cannot get resource "nodes/proxy" in API group "" at the cluster scope`;

const settings = `get --raw /api/v1/nodes/${node}/proxy/configz --request-timeout=10s`;
const nodes: Readonly<Record<string, Answer>> = {
  'get nodes -o json': { stdout: list(...ofKind('Node')) },
  [settings]: { stdout: configz },
};
const workloads = 'get deployments,statefulsets,daemonsets';

let kubectl = new FakeKubectl({});
afterEach(() => kubectl.remove());

function clusterWith(answers: Readonly<Record<string, Answer>>): FakeKubectl {
  kubectl.remove();
  kubectl = new FakeKubectl(answers);
  return kubectl;
}

/** Runs the ordinary command on files with these texts. */
function ordinary(argv: readonly string[], files: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(files)) {
    const path = join(kubectl.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return runInProcess(argv, { cwd: kubectl.folder });
}

describe('what kubectl is asked for, which is what stands on stderr first', () => {
  const deploy = { stdout: deployment('web', 'acme/web:1') };
  const rows: readonly (readonly [string, readonly string[]])[] = [
    [
      'why web-0 -n shop',
      [
        'get pods web-0 --namespace=shop -o json',
        'get events --field-selector=involvedObject.kind=Pod,involvedObject.name=web-0 --namespace=shop -o json',
      ],
    ],
    [
      'why pod/web-0 po/web-1',
      [
        'get pods web-0 web-1 -o json',
        'get events --field-selector=involvedObject.kind=Pod,involvedObject.name=web-0 -o json',
        'get events --field-selector=involvedObject.kind=Pod,involvedObject.name=web-1 -o json',
      ],
    ],
    [
      'why -A --context prod',
      [
        'get pods --all-namespaces --context=prod -o json',
        'get events --field-selector=involvedObject.kind=Pod --all-namespaces --context=prod -o json',
      ],
    ],
    [
      'run deploy/web sts/db deployments.apps/api --kubeconfig=k.yaml -nshop',
      [
        'get deployments web api --namespace=shop --kubeconfig=k.yaml -o json',
        'get statefulsets db --namespace=shop --kubeconfig=k.yaml -o json',
        'get nodes --kubeconfig=k.yaml -o json',
        `${settings} --kubeconfig=k.yaml`,
      ],
    ],
    ['lint', [`${workloads} -o json`, 'get nodes -o json', settings]],
    [
      'upgrade -l app=web,tier!=db --to 1.36 --namespace shop',
      [`${workloads} --selector=app=web,tier!=db --namespace=shop -o json`, 'get nodes -o json', settings],
    ],
    [
      'verify -A',
      [
        'get events --field-selector=involvedObject.kind=Pod --all-namespaces -o json',
        'get pods --all-namespaces -o json',
        'get nodes -o json',
        settings,
      ],
    ],
  ];
  test.each(rows)('%s', async (line, calls) => {
    const answerTo = (call: string): Answer => {
      if (call.startsWith('get nodes')) return { stdout: list(...ofKind('Node')) };
      if (call.startsWith('get --raw')) return { stdout: configz };
      if (call.startsWith('get pods')) return { stdout: list(pod('web-0', 'ImagePullBackOff')) };
      if (call.startsWith('get events')) return { stdout: list(failed('web-0')) };
      return deploy;
    };
    clusterWith(Object.fromEntries(calls.map((call) => [call, answerTo(call)])));
    const { stderr } = await kubectl.plugin(line.split(' '));
    expect(kubectl.calls).toEqual(calls);
    expect(stderr).not.toContain('not in the test');
    const told = stderr.split('\n').filter((one) => one.startsWith('  kubectl get'));
    const plain = told.map((one) =>
      one
        .trim()
        .replace('kubectl ', '')
        .replace(/ {2}#.*$/, ''),
    );
    expect(plain.map((one) => one.replaceAll("'", ''))).toEqual(
      calls.map((call) => call.replace(`/${node}/`, '/NODE/')),
    );
    expect(stderr).toMatch(/^windlass: kubectl is asked for this, and for nothing else:\n/);
  });

  test('of nothing but pods, events, workloads, nodes and settings, and never by anything but get', () => {
    const asked = rows.flatMap(([, calls]) => calls).map((call) => call.split(' ').slice(0, 2));
    expect(new Set(asked.map(([verb]) => verb))).toEqual(new Set(['get']));
    expect(new Set(asked.map(([, what]) => what))).toEqual(
      new Set([
        'pods',
        'events',
        'deployments',
        'statefulsets',
        'deployments,statefulsets,daemonsets',
        'nodes',
        '--raw',
      ]),
    );
  });
});

describe('the answer is that of the ordinary command on the same files', () => {
  test('why', async () => {
    const documents = [list(pod('web-0', 'ImagePullBackOff')), list(failed('web-0'))];
    clusterWith({
      'get pods -o json': { stdout: documents[0] as object },
      'get events --field-selector=involvedObject.kind=Pod -o json': { stdout: documents[1] as object },
    });
    const got = await kubectl.plugin(['why']);
    expect(got.stdout).toContain('the registry has no image of this name and tag');
    const same = await ordinary(['why', 'pods.json', 'events.json'], {
      'pods.json': documents[0],
      'events.json': documents[1],
    });
    expect([got.code, got.stdout]).toEqual([same.code, same.stdout]);
  });

  test.each([
    [['run', 'deploy/web', '--cold', '-o', 'json', '--link=1Gbit/s'], ['run'], 0],
    [['lint', 'deploy/web', '--fail-on', 'note', '-o', 'json'], ['lint'], 4],
    [['upgrade', 'deploy/web', '--to', '1.34', '--seeds=2', '-o', 'json'], ['upgrade'], 0],
  ])('%j', async (argv, [name = ''], code) => {
    clusterWith({
      ...nodes,
      'get deployments web -o json': { stdout: deployment('web', 'acme/web:latest') },
    });
    const got = await kubectl.plugin(argv);
    const files = {
      'kubectl/deployments.json': deployment('web', 'acme/web:latest'),
      'kubectl/nodes.json': list(...ofKind('Node')),
      [`kubectl/configz/${node}.json`]: configz,
    };
    const from = name === 'upgrade' ? ['--from', kubeletVersion] : [];
    const same = await ordinary([name, ...Object.keys(files), ...from, ...argv.slice(2)], files);
    expect([got.code, got.stdout]).toEqual([same.code, same.stdout]);
    expect(got.code).toBe(code);
    expect(got.stdout.length).toBeGreaterThan(100);
    expect(got.stderr).toContain(same.stderr);
  });

  test('verify, by way of import', async () => {
    const [events, pods] = [list(...ofKind('Event')), list(...ofKind('Pod'))];
    clusterWith({
      ...nodes,
      'get events --field-selector=involvedObject.kind=Pod -o json': { stdout: events },
      'get pods -o json': { stdout: pods },
    });
    const got = await kubectl.plugin(['verify', '--runs', '3']);
    const files = {
      'kubectl/events.json': events,
      'kubectl/pods.json': pods,
      'kubectl/nodes.json': list(...ofKind('Node')),
      [`kubectl/configz/${node}.json`]: configz,
    };
    const imported = await ordinary(['import', ...Object.keys(files)], files);
    const same = await ordinary(['verify', 'kubectl/events.json', 'cluster.yaml', '--runs', '3'], {
      'cluster.yaml': imported.stdout,
    });
    expect([got.code, got.stdout]).toEqual([
      same.code,
      same.stdout.replaceAll('cluster.yaml', 'kubectl/cluster.yaml'),
    ]);
    expect(got.stdout).toMatch(/observations of \d+ pods/);
  });
});

test('--save keeps what was read, so that the ordinary command can have it', async () => {
  clusterWith({ ...nodes, 'get deployments web -o json': { stdout: deployment('web', 'acme/web:1') } });
  const got = await kubectl.plugin(['run', 'deploy/web', '--save', 'kept', '--cold', '-o', 'json']);
  const kept = ['kept/deployments.json', 'kept/nodes.json', `kept/configz/${node}.json`];
  const same = await runInProcess(['run', ...kept, '--cold', '-o', 'json'], { cwd: kubectl.folder });
  expect([got.code, got.stdout]).toEqual([same.code, same.stdout]);
});

test('of a selector only the events of its pods are read', async () => {
  clusterWith({
    'get pods --selector=app=web -o json': { stdout: list(pod('web-0', 'ImagePullBackOff')) },
    'get events --field-selector=involvedObject.kind=Pod -o json': {
      stdout: list(failed('web-0'), failed('other-0')),
    },
  });
  const { stdout } = await kubectl.plugin(['why', '-l', 'app=web', '-o', 'json']);
  expect((JSON.parse(stdout) as { pods: { pod: string }[] }).pods).toHaveLength(1);
});

test('upgrade takes the release of most nodes, and says which others there are', async () => {
  const withVersion = (name: string, version: string) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name },
    status: { nodeInfo: { kubeletVersion: version } },
  });
  clusterWith({
    'get deployments web -o json': { stdout: deployment('web', 'acme/web:1') },
    'get nodes -o json': {
      stdout: list(withVersion('a', 'v1.33.1'), withVersion('b', 'v1.34.2'), withVersion('c', 'v1.34.2')),
    },
  });
  const { stderr } = await kubectl.plugin(['upgrade', 'deploy/web', '--to', '1.36', '--seeds', '1']);
  expect(stderr).toContain('windlass: --from v1.34.2, of most nodes; others have v1.33.1\n');
});

describe('settings of kubelets', () => {
  test('that are refused are told, no other node is asked, and the command goes on', async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: `n${index}` },
    }));
    const refused = Object.fromEntries(
      many.map(({ metadata: { name } }) => [
        settings.replace(node, name),
        { stderr: `${forbidden}\n`, code: 1 },
      ]),
    );
    clusterWith({
      ...refused,
      'get nodes -o json': { stdout: list(...many) },
      'get deployments web -o json': { stdout: deployment('web', 'acme/web:1') },
    });
    const { code, stderr } = await kubectl.plugin(['run', 'deploy/web', '-o', 'summary']);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `windlass: warning: the kubelets' settings of 20 of 20 nodes are not known, so the defaults are taken (it takes the right to get nodes/proxy): ${forbidden}\n`,
    );
    expect(kubectl.calls.length).toBeLessThanOrEqual(2 + 8);
  });

  test('of a node that is not ready are told, and those of the others are used', async () => {
    const twice = [node, 'gone'].map((name) => ({ apiVersion: 'v1', kind: 'Node', metadata: { name } }));
    clusterWith({
      [settings]: { stdout: configz },
      [settings.replace(node, 'gone')]: { stderr: 'Error from server: dial tcp: i/o timeout\n', code: 1 },
      'get nodes -o json': { stdout: list(...twice) },
      'get deployments web -o json': { stdout: deployment('web', 'acme/web:1') },
    });
    const { code, stderr } = await kubectl.plugin(['run', 'deploy/web', '-o', 'summary']);
    expect(code).toBe(0);
    expect(stderr).toContain(
      "the kubelets' settings of 1 of 2 nodes are not known, so the defaults are taken: Error from server: dial tcp: i/o timeout\n",
    );
  });
});

describe('what fails', () => {
  const notFound = 'Error from server (NotFound): pods "web-9" not found';
  const noContext = 'error: context "nowhere" does not exist';
  test.each([
    [['why', 'web-9'], 'get pods web-9 -o json', notFound],
    [['why', 'web-9', '--context', 'nowhere'], 'get pods web-9 --context=nowhere -o json', noContext],
    [['run', 'deploy/web'], 'get deployments web -o json', forbidden],
  ])('%j: kubectl says why', async (argv, call, reason) => {
    clusterWith({
      [call]: { stderr: `E1129 10:00:00.000001 7 memcache.go:265] retried\n${reason}\n`, code: 1 },
    });
    const { code, stdout, stderr } = await kubectl.plugin(argv);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr.endsWith(`\nwindlass: kubectl ${call}: ${reason}\n`)).toBe(true);
  });

  test.each([
    [['why', '--', '-x'], '-x: not the name of a pod'],
    [['why', 'Web_0'], 'Web_0: not the name of a pod'],
    [['why', '../nodes'], '../nodes: only pods are asked for here'],
    [['why', 'secret/web'], 'secret/web: only pods are asked for here'],
    [['run', 'deploy/-x'], '-x: not the name of an object'],
    [['run', '--', '-x'], '-x: not a kind and a name'],
    [['run', 'web'], 'web: not a kind and a name'],
    [['run', 'secret/web'], 'secret/web: only pods, deployments, '],
    [['lint', 'secrets/web'], 'secrets/web: only pods, deployments, '],
    [['run', 'constructor/web'], 'constructor/web: only pods, deployments, '],
    [['run', 'deploy/web/x'], 'deploy/web/x: not a kind and a name'],
    [['why', '-n', '-A'], '-A: not the name of a namespace'],
    [['why', '-l', '--raw'], '--selector --raw: it begins with - or is empty'],
    [['why', '--context', ''], '--context : it begins with - or is empty'],
    [['why', '-A', '-n', 'shop'], '--namespace cannot be used with --all-namespaces'],
    [['why', 'web-0', '-A'], '--all-namespaces cannot be used with a name'],
    [['why', 'web-0', '-l', 'a=b'], '--selector cannot be used with a name'],
    [['why', '--nonsense'], "unknown option '--nonsense'"],
    [['verify', 'web-0'], "too many arguments for 'verify'"],
    [['logs'], "unknown command 'logs'"],
  ])('%j is refused before kubectl is asked', async (argv, sentence) => {
    clusterWith({});
    const { code, stderr } = await kubectl.plugin(argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`windlass: ${sentence}`)]);
    expect(kubectl.calls).toEqual([]);
  });

  test('a namespace without workloads is told', async () => {
    clusterWith({ [`${workloads} --namespace=empty -o json`]: { stdout: list() } });
    const { code, stderr } = await kubectl.plugin(['run', '-n', 'empty']);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining('--namespace=empty -o json: there is none\n'),
    ]);
  });

  test('an answer that is no JSON is told', async () => {
    clusterWith({ 'get pods -o json': { stdout: 'No resources found' } });
    const { code, stderr } = await kubectl.plugin(['why']);
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining("kubectl's answer about pods cannot be read"),
    ]);
  });

  test('without a kubectl on the PATH it says so', async () => {
    clusterWith({});
    const { code, stderr } = await kubectl.plugin(['why'], { env: { PATH: '/nowhere' } });
    expect([code, stderr]).toEqual([3, expect.stringContaining('windlass: kubectl is not on the PATH\n')]);
  });

  test('a kubectl that ends without a word is told with its exit code', async () => {
    clusterWith({ 'get pods -o json': { code: 7 } });
    const { stderr } = await kubectl.plugin(['why']);
    expect(stderr).toContain('windlass: kubectl get pods -o json: kubectl ended with exit code 7\n');
  });
});

describe('a kubectl that does not end', () => {
  test.each([[true], ['deafly']] as const)('is ended by Ctrl-C (hangs: %s)', async (hangs) => {
    clusterWith({ 'get pods -o json': { hangs } });
    const untilStopped = () => vi.waitFor(() => expect(kubectl.processes).toHaveLength(1), 10_000);
    const { code, stderr } = await kubectl.plugin(['why'], { untilStopped });
    expect([code, stderr]).toEqual([
      130,
      expect.stringContaining('windlass: interrupted: kubectl was ended\n'),
    ]);
    const [process = 0] = kubectl.processes;
    await vi.waitFor(() => expect(() => globalThis.process.kill(process, 0)).toThrow('ESRCH'), 10_000);
  });

  test('shows what kubectl says after a while: it may wait for a login', async () => {
    clusterWith({
      'get pods -o json': { stderr: 'open https://login.example and enter ABCD\n', hangs: true },
    });
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    let told = '';
    const running = kubectl.plugin(['why'], {
      untilStopped: () => stopped,
      onStderr: (text) => {
        told += text;
      },
    });
    await vi.waitFor(() => expect(told).toContain('windlass: kubectl: open https://login.example'), 10_000);
    stop();
    expect((await running).code).toBe(130);
  }, 20_000);
});

test('an answer of 50 MB is read', async () => {
  const [before, after] = JSON.stringify({
    ...pod('web-0', 'ImagePullBackOff'),
    status: { ...pod('web-0', 'ImagePullBackOff').status, message: 'HERE' },
  }).split('HERE');
  clusterWith({
    'get pods web-0 -o json': { padding: { before: before ?? '', bytes: 50e6, after: after ?? '' } },
    'get events --field-selector=involvedObject.kind=Pod,involvedObject.name=web-0 -o json': {
      stdout: list(failed('web-0')),
    },
  });
  const { code, stdout } = await kubectl.plugin(['why', 'web-0']);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('the registry has no image of this name and tag'),
  ]);
}, 60_000);

describe('help', () => {
  test('without arguments it is shown, and every example begins with kubectl windlass', async () => {
    clusterWith({});
    const { code, stdout } = await kubectl.plugin([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: kubectl windlass /);
    for (const name of ['why', 'run', 'lint', 'upgrade', 'verify']) {
      const own = await kubectl.plugin([name, '--help']);
      expect(own.code).toBe(0);
      expect(own.stdout).toMatch(new RegExp(`^Usage: kubectl windlass ${name} `));
      const examples = `${stdout}${own.stdout}`.match(/^ {4}\$ .*$/gm) ?? [];
      expect(examples.length).toBeGreaterThan(4);
      for (const example of examples) expect(example).toMatch(/^ {4}\$ kubectl windlass [a-z]/);
    }
  });
});
