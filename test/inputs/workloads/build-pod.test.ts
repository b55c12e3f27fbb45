import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { defaultPullPolicy } from '../../../src/inputs/images/image-name.ts';
import { ownerText } from '../../../src/rules/kubelet/pods/pod.ts';
import { accepted, pause, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const shop = readFileSync(new URL('../fixtures/shop.yaml', import.meta.url), 'utf8');
const podOf = (spec: string, scenario = 'seed: 1') =>
  accepted(stream(podYaml('x', spec), scenarioYaml(scenario))).input.pods[0];
const digest = `sha256:${'a'.repeat(64)}`;

describe('what the API server fills in', () => {
  // SetDefaults_Container, pkg/apis/core/v1/defaults.go, v1.36.3
  test.each([
    ['redis', 'Always'],
    ['redis:latest', 'Always'],
    [`redis:latest@${digest}`, 'Always'],
    ['redis:7', 'IfNotPresent'],
    [`redis@${digest}`, 'IfNotPresent'],
    [`redis:7@${digest}`, 'IfNotPresent'],
    ['localhost:5000/redis', 'Always'],
    ['localhost:5000/redis:7', 'IfNotPresent'],
    ['UPPER', 'IfNotPresent'],
  ])('the pull policy of %s is %s', (image, policy) => {
    expect(defaultPullPolicy(image)).toBe(policy);
  });

  test('a policy that is given stays, and restartPolicy is Always', () => {
    const pod = podOf(
      '{ containers: [{ name: a, image: b, imagePullPolicy: Never }, { name: c, image: "d:1" }] }',
    );
    expect(pod?.containers.map((container) => container.policy)).toEqual(['Never', 'IfNotPresent']);
    expect(pod?.restartPolicy).toBe('Always');
  });

  test('the volume of the service account token, unless the pod refuses it', () => {
    expect(podOf('{ containers: [{ name: a, image: b }] }')?.hasVolumes).toBe(true);
    expect(
      podOf('{ automountServiceAccountToken: false, containers: [{ name: a, image: b }] }')?.hasVolumes,
    ).toBe(false);
    expect(
      podOf(
        '{ automountServiceAccountToken: false, volumes: [{ name: v }], containers: [{ name: a, image: b }] }',
      )?.hasVolumes,
    ).toBe(true);
  });

  test('image volumes have a policy like containers, and mounts name them', () => {
    const volumes =
      'volumes: [{ name: v, image: { reference: data } }, { name: w, image: { reference: "data:1", pullPolicy: Always } }]';
    const pod = podOf(
      `{ ${volumes}, containers: [{ name: a, image: b, volumeMounts: [{ name: v, mountPath: /v }] }] }`,
    );
    expect(pod?.imageVolumes).toEqual([
      { name: 'v', image: 'data', policy: 'Always' },
      { name: 'w', image: 'data:1', policy: 'Always' },
    ]);
    expect(pod?.containers[0]?.mounts).toEqual(['v']);
  });

  // dropImageVolumes of pkg/api/pod/util.go, v1.35.4
  test('where ImageVolume is off, image volumes are dropped with a warning, and so are volumes that nothing else needs', () => {
    const spec =
      '{ automountServiceAccountToken: false, volumes: [{ name: v, image: { reference: data } }], containers: [{ name: a, image: b }] }';
    const read = (release: string, files = '') =>
      accepted(stream(podYaml('x', spec), ...(files ? [files] : [])), { kubeletVersion: release });
    const old = read('1.34');
    expect(old.input.pods[0]).toMatchObject({ imageVolumes: [], hasVolumes: false });
    expect(Object.keys(old.input.images)).toEqual(['b:latest', pause]);
    expect(old.warnings.filter((warning) => warning.includes('ImageVolume is off'))).toEqual([
      expect.stringContaining('default/x'),
    ]);
    const gateOn =
      'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nfeatureGates: { ImageVolume: true }\n';
    for (const on of [read('1.35'), read('1.34', gateOn)]) {
      expect(on.input.pods[0]).toMatchObject({ imageVolumes: [{ name: 'v' }], hasVolumes: true });
      expect(on.warnings.filter((warning) => warning.includes('ImageVolume is off'))).toEqual([]);
    }
  });

  test('the handler of a RuntimeClass that is in the input', () => {
    const runtimeClass =
      'apiVersion: node.k8s.io/v1\nkind: RuntimeClass\nmetadata: { name: sandboxed }\nhandler: runsc\n';
    const spec = '{ runtimeClassName: sandboxed, containers: [{ name: a, image: b }] }';
    expect(accepted(stream(podYaml('x', spec), runtimeClass)).input.pods[0]?.runtimeHandler).toBe('runsc');
    expect(podOf(spec)?.runtimeHandler).toBe('sandboxed');
    expect(podOf('{ containers: [{ name: a, image: b }] }')?.runtimeHandler).toBe('');
  });
});

describe('how long containers run', () => {
  test('init containers a second, sidecars and all others for ever, Jobs a second', () => {
    const { pods } = accepted(shop).input;
    const runs = (owner: string) => pods.find((pod) => ownerText(pod.owner) === owner);
    const web = runs('Deployment/web');
    expect(
      [...(web?.initContainers ?? []), ...(web?.containers ?? [])].map(({ name, sidecar, runsForMicros }) => [
        name,
        sidecar,
        runsForMicros,
      ]),
    ).toEqual([
      ['wait', false, 1_000_000],
      ['proxy', true, null],
      ['web', false, null],
    ]);
    expect(runs('Job/migrate')?.containers[0]?.runsForMicros).toBe(1_000_000);
    expect(runs('CronJob/report')?.containers[0]?.runsForMicros).toBe(1_000_000);
    expect(
      podOf('{ restartPolicy: Never, containers: [{ name: a, image: b }] }')?.containers[0]?.runsForMicros,
    ).toBeNull();
  });

  test('the Scenario says otherwise, for all or for some; the first entry that matches counts', () => {
    const entries =
      '[{ match: Deployment/web, container: web, runsFor: 5s, exitCode: 3 }, { match: "shop/*", container: wait, runsFor: 9s }, { container: web, runsFor: 1s }]';
    const { pods } = accepted(
      stream(shop, scenarioYaml(`initContainerDuration: 3s\njobDuration: 7s\ncontainers: ${entries}`)),
    ).input;
    const web = pods.find((pod) => ownerText(pod.owner) === 'Deployment/web');
    expect(web?.containers[0]).toMatchObject({ runsForMicros: 5_000_000, exitCode: 3 });
    expect(web?.initContainers[0]).toMatchObject({ runsForMicros: 9_000_000, exitCode: 0 });
    expect(pods.find((pod) => ownerText(pod.owner) === 'Job/migrate')?.containers[0]).toMatchObject({
      runsForMicros: 7_000_000,
    });
  });

  test('an entry that meets no container is warned of', () => {
    const text = stream(
      podYaml('x', '{ containers: [{ name: a, image: b }] }'),
      scenarioYaml('containers: [{ match: Pod/y, runsFor: 3s }]'),
    );
    expect(accepted(text).warnings).toEqual(['in.yaml:8:14: this entry of containers matches no container']);
  });
});

describe('what the API server would refuse', () => {
  test.each([
    [
      '{ containers: [] }',
      '4:21 WRONG_VALUE spec.containers must be a list of at least 1 item, not an empty list',
    ],
    ['{ }', '4:1 REQUIRED spec.containers is missing'],
    ['{ containers: [{ image: b }] }', '4:22 REQUIRED spec.containers[0].name is missing'],
    ['{ containers: [{ name: a }] }', '4:22 REQUIRED spec.containers[0].image is missing'],
    [
      '{ containers: [{ name: a, image: b, imagePullPolicy: always }] }',
      '4:60 WRONG_VALUE spec.containers[0].imagePullPolicy must be Always, IfNotPresent or Never, not "always"',
    ],
    [
      '{ containers: [{ name: a, image: b }, { name: a, image: c }] }',
      '4:53 DUPLICATE a second container named "a" in one pod',
    ],
    [
      '{ volumes: [{ name: v, image: {} }], containers: [{ name: a, image: b }] }',
      '4:30 REQUIRED spec.volumes[0].image.reference is missing',
    ],
  ])('%s', (spec, error) => {
    expect(refused(podYaml('x', spec))).toEqual([error]);
  });

  test('an invalid image name is the kubelet’s to refuse: the pod stays, the image has no entry', () => {
    const { pods, images } = accepted(
      podYaml('x', '{ containers: [{ name: a, image: UPPER }, { name: c, image: d }] }'),
    ).input;
    expect(pods[0]?.containers.map((container) => container.image)).toEqual(['UPPER', 'd']);
    expect(Object.keys(images)).toEqual(['d:latest', pause]);
  });
});

describe('what a pod says of itself', () => {
  test('its UID is its own where nobody owns it, else made of its name', () => {
    const bare = podYaml('x, uid: u-1', '{ containers: [{ name: a, image: b }] }');
    expect(accepted(bare).input.pods[0]?.uid).toBe('u-1');
    expect(accepted(bare.replace('uid: u-1', 'uid: ""')).input.pods[0]?.uid).toMatch(/^[0-9a-f]{8}-/);
    const owned = `apiVersion: apps/v1\nkind: ReplicaSet\nmetadata: { name: web }\nspec: { template: { metadata: { uid: u-1 }, spec: { containers: [{ name: a, image: b }] } } }\n`;
    expect(accepted(owned).input.pods[0]?.uid).not.toBe('u-1');
  });

  test.each([
    ['terminationGracePeriodSeconds: 0,', 0],
    ['terminationGracePeriodSeconds: 7,', 7e6],
    ['terminationGracePeriodSeconds: null,', 30e6],
    ['', 30e6],
  ])('its grace period: %s', (more, micros) => {
    expect(podOf(`{ ${more} containers: [{ name: a, image: b }] }`)?.terminationGracePeriodMicros).toBe(
      micros,
    );
  });

  test('empty texts are what is not said', () => {
    const volumes =
      'volumes: [{ name: v, image: { reference: data, pullPolicy: "" } }, { name: w, emptyDir: {} }, { name: u, image: null }]';
    const pod = podOf(
      `{ restartPolicy: "", ${volumes}, containers: [{ name: a, image: "b:1", imagePullPolicy: "" }] }`,
    );
    expect([pod?.restartPolicy, pod?.containers[0]?.policy, pod?.containers[0]?.mounts]).toEqual([
      'Always',
      'IfNotPresent',
      [],
    ]);
    expect(pod?.imageVolumes).toEqual([{ name: 'v', image: 'data', policy: 'Always' }]);
  });

  test('a RuntimeClass without a name or a handler is none', () => {
    const runtimeClass = (more: string) => `apiVersion: node.k8s.io/v1\nkind: RuntimeClass\n${more}\n`;
    const spec = podYaml('x', '{ runtimeClassName: sandboxed, containers: [{ name: a, image: b }] }');
    for (const more of [
      'metadata: { name: sandboxed }',
      'handler: runsc',
      'metadata: { name: 7 }\nhandler: runsc',
      'metadata: { name: sandboxed }\nhandler: 7',
      'metadata:\nhandler: x',
    ])
      expect(accepted(stream(spec, runtimeClass(more))).input.pods[0]?.runtimeHandler).toBe('sandboxed');
  });
});

test('how a container stops and for how long it runs is said of it, of its role, or of nobody', () => {
  const read = (entries: string, spec = '{ containers: [{ name: a, image: b }] }') => {
    const { runsForMicros, exitCode, stopsInMicros } =
      podOf(spec, `containers: ${entries}`)?.containers[0] ?? {};
    return [runsForMicros, exitCode, stopsInMicros];
  };
  expect(read('[]')).toEqual([null, 0, 500_000]);
  expect(read('[{ stopsIn: never }]')).toEqual([null, 0, null]);
  expect(read('[{ stopsIn: 3s, exitCode: 4 }]')).toEqual([null, 4, 3e6]);
  expect(read('[{ runsFor: forever }]')).toEqual([null, 0, 500_000]);
  expect(read('[{ container: z, runsFor: 1s }, { runsFor: 2s }, { runsFor: 3s }]')).toEqual([
    2e6, 0, 500_000,
  ]);
  const jobYaml =
    'apiVersion: batch/v1\nkind: Job\nmetadata: { name: j }\nspec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: b }] } } }\n';
  const ofJob = (entries: string) =>
    accepted(stream(jobYaml, scenarioYaml(`jobDuration: 9s\ncontainers: ${entries}`))).input.pods[0]
      ?.containers[0];
  expect(ofJob('[{ stopsIn: 1s }]')).toMatchObject({ runsForMicros: 9e6, stopsInMicros: 1e6 });
  expect(ofJob('[{ runsFor: forever }]')).toMatchObject({ runsForMicros: null });
});
