import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { runInProcess } from '../run-in-process.ts';
import { type Answer, FakeKubectl } from './fake-kubectl.ts';

const list = (...wanted: readonly unknown[]) => ({ apiVersion: 'v1', kind: 'List', items: wanted });

const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'shop' },
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'app', image: 'acme/web:1' }] },
    },
  },
};
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web-0', namespace: 'shop', uid: 'uid-web-0', creationTimestamp: '2026-11-29T10:00:00Z' },
  spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'acme/web:1' }] },
  status: {
    phase: 'Pending',
    containerStatuses: [
      {
        name: 'web',
        image: 'acme/web:1',
        restartCount: 0,
        state: { waiting: { reason: 'ImagePullBackOff' } },
      },
    ],
  },
};

let kubectl = new FakeKubectl({});
afterEach(() => kubectl.remove());

function clusterWith(answers: Readonly<Record<string, Answer>>): void {
  kubectl.remove();
  kubectl = new FakeKubectl(answers);
}

describe('nodes that may not be listed', () => {
  const noNodes =
    'Error from server (Forbidden): nodes is forbidden: User "me" cannot list resource "nodes" in API group "" at the cluster scope';
  const warning = `windlass: warning: the nodes are not known, so one node with defaults is taken for all of them: ${noNodes}`;
  const web = list(deployment);
  const withoutNodes = {
    'get nodes -o json': { stderr: `${noNodes}\n`, code: 1 },
    'get deployments,statefulsets,daemonsets -o json': { stdout: web },
  };

  test.each([
    ['run', ['--for', '5m', '-o', 'json']],
    ['lint', []],
    ['upgrade', ['--from', '1.34', '--to', '1.36']],
  ])('are told, and %s goes on with what there is', async (command, options) => {
    clusterWith(withoutNodes);
    const { code, stdout, stderr } = await kubectl.plugin([command, ...options]);
    expect(stderr).toContain(warning);
    writeFileSync(join(kubectl.folder, 'workloads.json'), JSON.stringify(web));
    const alone = await runInProcess([command, 'workloads.json', ...options], { cwd: kubectl.folder });
    // The names of the inputs are others.
    const shown = (text: string) => text.replaceAll('kubectl/workloads.json', 'workloads.json');
    expect([code, shown(stdout)]).toEqual([alone.code, alone.stdout]);
    expect(kubectl.calls).toHaveLength(2);
  });

  test('end verify, which compares what happened on them', async () => {
    clusterWith({
      ...withoutNodes,
      'get events --field-selector=involvedObject.kind=Pod -o json': { stdout: list() },
      'get pods -o json': { stdout: list() },
    });
    const { code, stderr } = await kubectl.plugin(['verify']);
    expect([code, stderr]).toEqual([3, expect.stringContaining(`kubectl get nodes -o json: ${noNodes}`)]);
  });

  test('upgrade asks for --from, which no node says', async () => {
    clusterWith(withoutNodes);
    const { code, stderr } = await kubectl.plugin(['upgrade', '--to', '1.36']);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/no node says its version\n {2}try: --from 1\.\d+/),
    ]);
  });
});

test('events that may not be listed are told, and why goes on with the states of the pods', async () => {
  const reason = 'Error from server (Forbidden): events is forbidden';
  clusterWith({
    'get pods web-0 -o json': { stdout: list(pod) },
    'get events --field-selector=involvedObject.kind=Pod,involvedObject.name=web-0 -o json': {
      stderr: `${reason}\n`,
      code: 1,
    },
  });
  const { code, stdout, stderr } = await kubectl.plugin(['why', 'web-0']);
  expect(stderr).toContain(
    `windlass: warning: the events are not known, so only the states of the pods count: ${reason}`,
  );
  expect([code, stdout]).toEqual([0, expect.stringContaining('web-0')]);
});
