import { describe, expect, it } from 'vitest';
import { containerPhases } from '../../../../src/reports/phases/pod-phases.ts';
import { type SimulationResult, simulate } from '../../../../src/run/simulation/simulate.ts';
import { appYaml, recordsOf, scenarioYaml } from '../pod-yaml.ts';
import { freshInputOf } from '../run-yaml.ts';

const pause = 'registry.k8s.io/pause:3.10.2';
const images = "images: [{ name: 'app:1', size: 1MB }]";
const one = appYaml('web', 'app:1');
const two = one + appYaml('db', 'app:1');

const runYaml = (yaml: string): SimulationResult => simulate(freshInputOf(yaml));
const requestsFor = (run: SimulationResult, image: string) =>
  recordsOf(run, 'request').filter((record) => record.image === image);
const sandboxes = (run: SimulationResult, pod?: string) =>
  recordsOf(run, 'sandbox', pod).map(({ state }) => state);
const on = (node: string) => scenarioYaml([], `${images}\nnodes: { defaults: { ${node} } }`);

describe('the sandbox image', () => {
  it('is pulled by the runtime for the first sandbox of a fresh node, and for no other', () => {
    const run = runYaml(`${one}${scenarioYaml([], images)}`);
    expect(sandboxes(run)).toEqual(['pullingImage', 'creating', 'ready']);
    const answered = requestsFor(run, pause).filter(({ state }) => state === 'answered');
    expect(answered.map(({ kind, registry, status }) => `${kind} ${registry} ${status}`)).toEqual([
      'tag registry.k8s.io 200',
      'manifest registry.k8s.io 200',
      ...['config', 'layer'].flatMap((kind) => [
        `${kind} registry.k8s.io 307`,
        `${kind} prod-registry-k8s-io.s3.amazonaws.com 200`,
      ]),
    ]);
    const later = runYaml(`${two}${scenarioYaml([], `${images}\narrivals: { interval: 5s }`)}`);
    expect(sandboxes(later, 'db')).toEqual(['creating', 'ready']);
    expect(requestsFor(later, pause)).toHaveLength(12);
  });

  it('is pulled by each sandbox that comes before it is there, and its layer fetched once', () => {
    const run = runYaml(`${two}${scenarioYaml([], images)}`);
    expect(sandboxes(run, 'web')).toEqual(['pullingImage', 'creating', 'ready']);
    expect(sandboxes(run, 'db')).toEqual(['pullingImage', 'creating', 'ready']);
    const layers = recordsOf(run, 'fetch').filter(({ image }) => image === pause);
    expect(layers.filter(({ state }) => state === 'fetched').map(({ actor }) => actor)).toEqual([
      'node-1/images/sandboxes/default/web#fetch-0',
    ]);
    expect(recordsOf(run, 'image').filter(({ image }) => image === pause)).toHaveLength(2);
  });

  it('needs no slot, no event and no back-off of the kubelet', () => {
    const run = runYaml(`${one}${scenarioYaml([], images)}`);
    expect(recordsOf(run, 'runtime').every(({ image }) => image === 'app:1')).toBe(true);
    expect(recordsOf(run, 'event').map(({ reason }) => reason)).toEqual([
      'Pulling',
      'Pulled',
      'Created',
      'Started',
    ]);
  });

  it('is not pulled where the node has it: by presentImages, by its Node object, or after a pre-pull', () => {
    expect(sandboxes(runYaml(`${one}${on(`presentImages: ['${pause}']`)}`))).toEqual(['creating', 'ready']);
    const node = (names: string) => `apiVersion: v1
kind: Node
metadata: { name: a }
status: { nodeInfo: { containerRuntimeVersion: 'containerd://1.7.27' }, images: [{ names: [${names}], sizeBytes: 311000 }] }
---
`;
    const listed = node(`registry.k8s.io/pause@sha256:${'9'.repeat(64)}, 'registry.k8s.io/pause:3.8'`);
    expect(sandboxes(runYaml(`${listed}${one}${scenarioYaml([], images)}`))).toEqual(['creating', 'ready']);
    expect(sandboxes(runYaml(`${node("'redis:7'")}${one}${scenarioYaml([], images)}`))[0]).toBe(
      'pullingImage',
    );
    const pulled = `${one}${scenarioYaml([], `${images}\narrivals: { at: 20s }\nnodes: { defaults: { prePull: { images: ['${pause}'] } } }`)}`;
    expect(sandboxes(runYaml(pulled))).toEqual(['creating', 'ready']);
  });

  it('is given up by the kubelet after its deadline, also where an earlier kubelet’s pull of it still runs', () => {
    const slow = 'nodes: { defaults: { link: 1kB/s } }\nhorizon: 20m';
    const restart = 'kind: kubeletRestart, at: 10s, pulls: completed';
    const run = runYaml(`${one}${scenarioYaml([restart], `${images}\n${slow}`)}`);
    expect(sandboxes(run).slice(0, 4)).toEqual(['pullingImage', 'pullingImage', 'failed', 'pullingImage']);
    expect(sandboxes(run).filter((state) => state === 'creating')).toHaveLength(1);
  });

  it('is another one where the runtime’s configuration says so, of the size that the user gives it', () => {
    const mine =
      "images: [{ name: 'app:1', size: 1MB }, { name: 'reg.example/pause:9', layers: [{ size: 2MB }] }]";
    const input = freshInputOf(
      `${one}${scenarioYaml([], `${mine}\nnodes: { defaults: { runtimeConfig: { sandbox_image: 'reg.example/pause:9' } } }`)}`,
    );
    expect(input.nodes[0]?.sandboxImage).toBe('reg.example/pause:9');
    expect(input.images['reg.example/pause:9']?.layers.map(({ bytes }) => bytes)).toEqual([2e6]);
    expect(freshInputOf(`${one}${scenarioYaml([], images)}`).images[pause]).toMatchObject({
      layers: [{ bytes: 320_000 }],
    });
  });

  it('belongs to no node without pods', () => {
    const input = freshInputOf(`${one}${scenarioYaml([], `${images}\nnodes: { count: 2 }`)}`);
    expect(input.nodes.map(({ sandboxImage }) => sandboxImage)).toEqual([pause, undefined]);
  });
});

describe('a sandbox whose image cannot be pulled', () => {
  const down = 'kind: registryDown, registry: registry.k8s.io, from: 0s, until: 20s';

  // createPodSandbox and SyncPod of kuberuntime_manager.go (v1.36.3)
  it('fails with an event, and the pod is synced again after 10 to 15 s', () => {
    const run = runYaml(`${one}${scenarioYaml([down], images)}`);
    const events = recordsOf(run, 'event').filter(({ reason }) => reason === 'FailedCreatePodSandBox');
    expect(events[0]).toMatchObject({ eventType: 'Warning', pod: { name: 'web' } });
    expect(events[0]?.fieldPath).toBeUndefined();
    expect(events[0]?.message).toMatch(
      /^Failed to create pod sandbox: rpc error: code = Unknown desc = failed to pull image "registry\.k8s\.io\/pause:3\.10\.2": failed to pull and unpack image .*connection refused$/,
    );
    const [first, second] = recordsOf(run, 'sandbox').filter(({ state }) => state === 'pullingImage');
    const gap = (second?.at ?? 0) - (first?.at ?? 0);
    expect(gap).toBeGreaterThan(10_000);
    expect(gap).toBeLessThan(17_000);
    const ended = recordsOf(run, 'sync').find(({ error }) => error !== undefined);
    expect(ended?.error).toMatch(
      /^failed to "CreatePodSandbox" for "web_default\(.*\)" with CreatePodSandboxError: "Failed to create sandbox for pod /,
    );
    expect(sandboxes(run).slice(-3)).toEqual(['pullingImage', 'creating', 'ready']);
    expect(run.end.reason).toBe('settled');
  });

  it('keeps all containers of its pod waiting, and says for what', () => {
    const [line] = containerPhases(runYaml(`${one}${scenarioYaml([down], images)}`).records);
    const phase = line?.phases.find((one) => one.phase === 'waitingForSandboxImage');
    expect(phase?.because).toMatchObject({ kind: 'fault' });
    expect((phase?.toMs ?? 0) - (phase?.fromMs ?? 0)).toBeGreaterThan(20_000);
  });

  it('names a successful pull as the cause of the wait', () => {
    const [line] = containerPhases(runYaml(`${one}${scenarioYaml([], images)}`).records);
    const phase = line?.phases.find((one) => one.phase === 'waitingForSandboxImage');
    expect(phase?.because).toMatchObject({
      kind: 'sandboxImage',
      actor: 'node-1/images/sandboxes/default/web',
    });
  });
});

describe('image GC and the sandbox image', () => {
  const disk = 'disk: 100MB, diskUsed: 95MB';
  const gc = `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
imageMinimumGCAge: 1s
---
`;
  const run = (runtime: string) =>
    runYaml(
      `${gc}${one}${scenarioYaml([], `${images}\nhorizon: 12m\nnodes: { defaults: { ${disk}, runtime: '${runtime}' } }`)}`,
    );
  const removed = (result: SimulationResult) =>
    recordsOf(result, 'image').flatMap(({ state, image }) => (state === 'removed' ? [image] : []));

  it('spares it where the runtime pins it, and takes it where it does not', () => {
    expect(removed(run('containerd://2.4'))).not.toContain(pause);
    expect(removed(run('containerd://1.6'))).toContain('registry.k8s.io/pause:3.6');
  });
});
