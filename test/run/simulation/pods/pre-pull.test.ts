import { describe, expect, it } from 'vitest';
import { prePulls } from '../../../../src/reports/phases/pre-pulls.ts';
import { appYaml, recordsOf, scenarioYaml } from '../pod-yaml.ts';
import { runYaml } from '../run-yaml.ts';

// Semantics §14: kubeadm's ImagePullCheck on a node, beside the kubelet.
const images = "images: [{ name: 'app:1', size: 100MB }, { name: 'db:1', size: 40MB }]";
const prePull = (fields: string, more = '') =>
  `${images}\nnodes: { defaults: { prePull: { ${fields} }${more} } }`;
const scenario = (fields: string, faults: readonly string[] = [], more = '') =>
  scenarioYaml(faults, prePull(fields, more));
const onlyOf = (run: ReturnType<typeof runYaml>) => {
  const [first, ...others] = prePulls(run.records);
  expect(others).toEqual([]);
  if (first === undefined) throw new Error('nobody pulled');
  return first;
};

describe('a pre-pull', () => {
  it('pulls one image after the other, in the order of the list, and the run settles when it is over', () => {
    const run = runYaml(scenario("at: 2s, images: ['db:1', 'app:1']"));
    const { beganMs, endedMs, images } = onlyOf(run);
    expect(images.map(({ image, state, attempts }) => [image, state, attempts])).toEqual([
      ['db:1', 'pulled', 1],
      ['app:1', 'pulled', 1],
    ]);
    expect(beganMs).toBe(2000);
    expect(images[1]?.beganMs).toBe(images[0]?.endedMs);
    expect(images[1]?.endedMs).toBe(endedMs);
    expect(run.end).toMatchObject({ reason: 'settled', at: endedMs });
  });

  it('pulls all at once where it is asked to', () => {
    const { images, beganMs } = onlyOf(runYaml(scenario("images: ['db:1', 'app:1'], parallel: true")));
    expect(images.map((image) => image.beganMs)).toEqual([beganMs, beganMs]);
  });

  it('leaves present images alone, and with Always pulls them all the same', () => {
    const there = ", presentImages: ['app:1']";
    const state = (policy: string) =>
      onlyOf(runYaml(scenario(`images: ['app:1'], policy: ${policy}`, [], there))).images[0];
    expect(state('IfNotPresent')).toMatchObject({ state: 'present', attempts: 0 });
    expect(state('Always')).toMatchObject({ state: 'pulled', attempts: 1 });
    expect(state('Never')).toMatchObject({ state: 'stopped', attempts: 0 });
  });

  it('tries five times at once, goes on with the next image, and reports the errors at its end', () => {
    const run = runYaml(
      scenario("images: ['db:1', 'app:1']", ["kind: pullFails, image: 'db:1', error: boom, takes: 100ms"]),
    );
    const { images, errors } = onlyOf(run);
    expect(images.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['failed', 5],
      ['pulled', 1],
    ]);
    // 2 ms for the look, then five tries without a pause.
    expect(images[0]?.endedMs).toBe(502);
    expect(errors).toEqual(['failed to pull image db:1: failed to pull image db:1: boom']);
  });

  it('reports an aggregate of the errors of simultaneous pulls', () => {
    const faults = [
      "kind: pullFails, image: 'db:1', error: boom, takes: 200ms",
      "kind: pullFails, image: 'app:1', error: bang, takes: 100ms",
    ];
    const { errors } = onlyOf(runYaml(scenario("images: ['db:1', 'app:1'], parallel: true", faults)));
    expect(errors).toEqual([
      '[failed to pull image app:1: failed to pull image app:1: bang, failed to pull image db:1: failed to pull image db:1: boom]',
    ]);
  });

  it('on a node of 1.30 reports the output of crictl', () => {
    const faults = ["kind: pullFails, image: 'db:1', error: boom, takes: 1ms"];
    const { errors, kubeadmVersion } = onlyOf(
      runYaml(scenario("images: ['db:1']", faults, ", kubeletVersion: '1.30'")),
    );
    expect(kubeadmVersion).toBe('1.30.14');
    expect(errors).toEqual([
      'failed to pull image db:1: output: level=fatal msg="pulling image: boom"\n, error: exit status 1',
    ]);
  });

  it('waits for the one before it on the same node', () => {
    const run = runYaml(
      scenarioYaml(
        [],
        `${images}\nnodes: { defaults: { prePull: [{ images: ['app:1'] }, { at: 10ms, images: ['db:1'] }] } }`,
      ),
    );
    const [first, second] = prePulls(run.records);
    expect(second?.beganMs).toBe(first?.endedMs);
  });
});

describe('beside the kubelet', () => {
  const pod = appYaml('web', 'app:1');

  it('spares a pod that comes later its pull, of which the kubelet has no record', () => {
    const run = runYaml(
      `${pod}${scenarioYaml([], `${prePull("images: ['app:1']")}\narrivals: { at: 30s }`)}`,
    );
    expect(recordsOf(run, 'pull', 'web').map(({ state }) => state)).toEqual(['inspecting', 'present']);
  });

  it('shares with a pod’s pull the layers that come in already', () => {
    const run = runYaml(`${pod}${scenario("at: 500ms, images: ['app:1']")}`);
    const fetched = recordsOf(run, 'fetch').filter(({ state }) => state === 'fetched');
    expect(new Set(fetched.map(({ digest }) => digest)).size).toBe(fetched.length);
    expect(recordsOf(run, 'image').filter(({ state }) => state === 'present').length).toBe(2);
    expect(recordsOf(run, 'pull', 'web').at(-1)?.state).toBe('pulled');
  });

  it('is lost where the image is removed before the pod comes: the kubelet pulls it again', () => {
    const faults = ["kind: imageRemoved, image: 'app:1', at: 20s"];
    const run = runYaml(
      `${pod}${scenarioYaml(faults, `${prePull("images: ['app:1']")}\narrivals: { at: 30s }`)}`,
    );
    expect(recordsOf(run, 'pull', 'web').at(-1)?.state).toBe('pulled');
  });

  it('goes on while the kubelet restarts', () => {
    const run = runYaml(scenario("images: ['app:1']", ['kind: kubeletRestart, at: 300ms, pulls: lost']));
    expect(onlyOf(run)).toMatchObject({ interrupted: false, images: [{ state: 'pulled' }] });
  });

  it('ends with the node, and none starts while it is down', () => {
    const faults = ['kind: nodeReboot, at: 300ms'];
    const list = "[{ images: ['app:1', 'db:1'] }, { at: 400ms, images: ['db:1'] }]";
    const run = runYaml(scenarioYaml(faults, `${images}\nnodes: { defaults: { prePull: ${list} } }`));
    expect(onlyOf(run)).toMatchObject({
      interrupted: true,
      endedMs: 300,
      images: [{ state: 'stopped' }, { state: 'stopped' }],
    });
    expect(recordsOf(run, 'image')).toEqual([]);
  });
});
