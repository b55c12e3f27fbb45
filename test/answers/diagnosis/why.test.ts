import { describe, expect, test } from 'vitest';
import { diagnosePods, diagnosisText } from '../../../src/answers/diagnosis/diagnosis-report.ts';

function why(text: string) {
  const result = diagnosePods([{ name: 'paste.txt', text }]);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.report.pods;
}

const bound = '  Normal  Scheduled  5m  default-scheduler  Successfully assigned shop/web-0 to node-4\n';
const failing = (
  error: string,
) => `${bound}  Normal   Pulling  5m (x3 over 5m)  kubelet  Pulling image "acme/web:1"
  Warning  Failed   20s (x3 over 5m)  kubelet  Failed to pull image "acme/web:1": ${error}
  Normal   BackOff  5s (x9 over 5m)  kubelet  Back-off pulling image "acme/web:1"`;

describe('windlass why', () => {
  test.each([
    ['notFound', 'failed to resolve reference "docker.io/acme/web:1": docker.io/acme/web:1: not found'],
    [
      'unauthorized',
      'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope: authorization failed',
    ],
    [
      'unauthorized',
      'failed to authorize: failed to fetch anonymous token: unexpected status: 401 Unauthorized',
    ],
    [
      'rateLimit',
      'unexpected status code https://registry-1.docker.io/v2/acme/web/manifests/1: 429 Too Many Requests - Server message: toomanyrequests: You have reached your pull rate limit.',
    ],
    ['noPlatform', 'no match for platform in manifest: not found'],
    ['tls', 'tls: failed to verify certificate: x509: certificate signed by unknown authority'],
    ['dns', 'dial tcp: lookup registry.example on 10.0.0.2:53: no such host'],
    ['refused', 'dial tcp 10.0.0.9:5000: connect: connection refused'],
    ['timeout', 'dial tcp 10.0.0.9:443: i/o timeout'],
    ['registryError', 'unexpected status from HEAD request: 503 Service Unavailable'],
    ['canceled', 'failed to copy: context canceled'],
    ['canceled', 'copying system image from manifest list: copying config: context canceled'],
    ['noUnpackPlatform', 'unable to initialize unpacker: no unpack platforms defined: invalid argument'],
    [
      'brokenLayer',
      'failed commit on ref "layer-sha256:a0": "layer-sha256:a0" failed size validation: 12432 != 12341: failed precondition',
    ],
    ['noSpace', 'write /var/lib/containerd/x: no space left on device'],
    ['pullQps', 'pull QPS exceeded'],
    ['pullFails', 'something that is not known'],
  ])('knows a pull that fails by %s: %s', (kind, error) => {
    expect(why(failing(error))).toMatchObject([
      { kind, pod: 'shop/web-0', node: 'node-4', image: 'acme/web:1', cause: error },
    ]);
  });

  // flowcontrol.Backoff of client-go: 10 s, doubled up to 300 s; requeue of pod_workers.go: 10 s to 15 s, and a tick.
  test('says when the next pull comes, by the back-off of the kubelet', () => {
    const [pod] = why(failing('not found'));
    // Three failures: 40 s, of which 20 s to 21 s are over.
    expect(pod?.next[0]).toMatchObject({
      what: '3 pulls have failed, so the back-off is 40 s; the next pull',
      least: 19,
      most: 36,
    });
    expect(pod?.next[1]?.what).toContain('1m20s');
  });

  test('goes by the time that has passed where the kubelet has held back later pulls', () => {
    const [pod] = why(
      failing('not found')
        .replace('20s (x3 over 5m)', '46m (x4 over 48m)')
        .replace('5s (x9 over 5m)', '3m31s (x210 over 48m)'),
    );
    expect(pod?.next[0]?.what).toContain('the back-off is 5m by now');
    expect(pod?.next[0]).toMatchObject({ least: 0, most: 316 });
  });

  test.each([
    [
      'notScheduled',
      '  Warning  FailedScheduling  2m  default-scheduler  0/3 nodes are available: 3 Insufficient cpu.',
    ],
    [
      'neverPull',
      `${bound}  Warning  ErrImageNeverPull  2m  kubelet  Container image "acme/web:1" is not present with pull policy of Never`,
    ],
    [
      'invalidName',
      `${bound}  Warning  InspectFailed  2m  kubelet  Failed to apply default image tag "https://x/web": couldn't parse image name`,
    ],
    ['pulling', `${bound}  Normal  Pulling  4m  kubelet  Pulling image "acme/web:1"`],
    [
      'slowPull',
      `${bound}  Normal  Pulled  60s  kubelet  Successfully pulled image "acme/web:1" in 3m10s (3m10s including waiting)`,
    ],
    [
      'waitedForPulls',
      `${bound}  Normal  Pulled  60s  kubelet  Successfully pulled image "acme/web:1" in 4s (3m14s including waiting)`,
    ],
    [
      'sandbox',
      `${bound}  Warning  FailedCreatePodSandBox  2m  kubelet  Failed to create pod sandbox: plugin type="calico" failed (add): no addresses`,
    ],
    [
      'sandboxImage',
      `${bound}  Warning  FailedCreatePodSandBox  2m  kubelet  Failed to create pod sandbox: failed to get sandbox image "registry.k8s.io/pause:3.9": failed to pull image "registry.k8s.io/pause:3.9": i/o timeout`,
    ],
    [
      'crashLoop',
      `${bound}  Normal  Started  1m (x5 over 4m)  kubelet  Started container app\n  Warning  BackOff  10s (x9 over 4m)  kubelet  Back-off restarting failed container app in pod web-0_shop(u)`,
    ],
    [
      'volumes',
      `${bound}  Warning  FailedMount  10s (x9 over 4m)  kubelet  MountVolume.SetUp failed for volume "x" : secret "x" not found`,
    ],
    [
      'containerSettings',
      `${bound}  Warning  Failed  10s (x9 over 4m)  kubelet  Error: secret "x" not found`,
    ],
    [
      'healthy',
      `${bound}  Normal  Pulled  4m  kubelet  Container image "acme/web:1" already present on machine\n  Normal  Started  4m  kubelet  Started container app`,
    ],
  ])('knows a pod that is %s', (kind, text) => {
    expect(why(text).map((pod) => pod.kind)).toEqual([kind]);
  });

  test('a pull that failed and was then made is no failure any more', () => {
    const text = `${failing('not found')}\n  Normal  Pulled  2s  kubelet  Successfully pulled image "acme/web:1" in 1s (1s including waiting)\n  Normal  Started  2s  kubelet  Started container app`;
    expect(why(text)[0]?.kind).toBe('healthy');
  });

  test('says how long each part took, as intervals', () => {
    const [pod] = why(`  Normal  Scheduled  90s  default-scheduler  Successfully assigned shop/web-0 to node-4
  Normal  Pulled   88s  kubelet  Container image "wait:1" already present on machine
  Normal  Created  88s  kubelet  Created container wait
  Normal  Started  87s  kubelet  Started container wait
  Normal  Pulling  80s  kubelet  Pulling image "acme/web:latest"
  Normal  Pulled   10s  kubelet  Successfully pulled image "acme/web:latest" in 1m10s (1m10s including waiting)`);
    expect(pod?.parts).toEqual([
      { what: 'volumes and sandbox', least: 1, most: 3 },
      { what: 'running wait', least: 6, most: 8 },
      { what: 'pulling acme/web:latest', least: 70, most: 70 },
    ]);
    expect(pod?.advice.join('\n')).toContain('a fixed tag');
  });

  test('reads events as JSON, and rows of kubectl get pods', () => {
    const event = {
      kind: 'Event',
      involvedObject: { kind: 'Pod', namespace: 'shop', name: 'web-0' },
      lastTimestamp: '2026-11-21T10:00:00Z',
    };
    const json = JSON.stringify({
      items: [{ ...event, reason: 'Failed', message: 'Failed to pull image "a:1": not found' }],
    });
    expect(why(json).map(({ kind }) => kind)).toEqual(['notFound']);
    const rows =
      'NAME    READY   STATUS             RESTARTS      AGE\nweb-0   0/1     ImagePullBackOff   0             5m\nweb-1   1/1     Running            2 (3h ago)    9d';
    expect(why(rows).map(({ pod, kind }) => `${pod} ${kind}`)).toEqual([
      'default/web-0 pullFails',
      'default/web-1 healthy',
    ]);
  });

  test('a text about nothing of the kind is an error with its place', () => {
    expect(diagnosePods([{ name: 'x.txt', text: 'hello there' }])).toMatchObject({
      ok: false,
      errors: [{ file: 'x.txt', line: 1, column: 1 }],
    });
    expect(diagnosePods([{ name: 'x.txt', text: '' }])).toMatchObject({
      ok: false,
      errors: [{ code: 'NO_PODS' }],
    });
  });

  test.each([80, 200])('writes no line longer than %d columns, and no control character', (columns) => {
    const result = diagnosePods([{ name: 'x', text: failing(`not found \u001b[31m${'x'.repeat(300)}`) }]);
    if (!result.ok) throw new Error('refused');
    const text = diagnosisText(result.report, columns);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(text).not.toContain('\u001b');
    expect(text).toMatch(/^The pull of acme\/web:1 fails/);
  });
});

describe('what lint says of the pods in the text', () => {
  const described = (image: string) => `Name:             web-0
Namespace:        shop
Node:             node-4/10.0.0.4
Status:           Pending
Containers:
  app:
    Image:          ${image}
    State:          Waiting
      Reason:       ImagePullBackOff
  side:
    Image:          redis:latest
    State:          Waiting
      Reason:       ContainerCreating
Events:
  Type     Reason     Age  From               Message
  ----     ------     ---- ----               -------
${failing('not found')}
`;

  test('stands below the diagnosis, each thing once, with its fix and its rule', () => {
    const result = diagnosePods([{ name: 'paste.txt', text: described('registry.example/Team/App:1') }]);
    if (!result.ok) throw new Error('refused');
    const { lint } = result.report;
    expect(lint.map(({ rule, level }) => [rule, level])).toEqual([
      ['invalid-image-name', 'error'],
      ['always-by-latest', 'warning'],
    ]);
    const text = diagnosisText(result.report, 100);
    expect(text).toMatch(
      /\n\nWhat windlass lint says of it\n {2}- "registry\.example\/Team\/App:1" is no image name/,
    );
    expect(text.replace(/\s+/g, ' ')).toContain(
      'redis:latest is asked for at each start: its tag is latest [always-by-latest]; fix: name a version, or set imagePullPolicy: IfNotPresent',
    );
  });

  test('is left out where lint finds nothing', () => {
    const result = diagnosePods([{ name: 'paste.txt', text: failing('not found') }]);
    expect(result.ok && result.report.lint).toEqual([]);
    expect(result.ok && diagnosisText(result.report, 100)).not.toContain('windlass lint');
  });

  test('is folded after five', () => {
    const images = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const lines = images.map(
      (name) => `  ${name}:\n    Image: ${name}:latest\n    State: Waiting\n      Reason: ContainerCreating`,
    );
    const text = `Name: web-0\nNamespace: shop\nNode: n/10.0.0.4\nStatus: Pending\nContainers:\n${lines.join('\n')}\nEvents:\n${failing('not found')}\n`;
    const result = diagnosePods([{ name: 'paste.txt', text }]);
    if (!result.ok) throw new Error('refused');
    expect(result.report.lint).toHaveLength(7);
    expect(diagnosisText(result.report, 100)).toMatch(/ {2}- 2 more: windlass lint shows them\n$/);
  });
});
