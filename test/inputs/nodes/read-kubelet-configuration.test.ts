import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');
const configuration = (fields: string) =>
  stream(pod, `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${fields}\n`);
const settings = (fields: string, set: readonly string[] = []) =>
  accepted(configuration(fields), { set }).input.nodes[0]?.kubelet;

describe('KubeletConfiguration', () => {
  test('its fields and defaults reach every node', () => {
    expect(
      settings(
        'maxParallelImagePulls: 5\nserializeImagePulls: false\nsyncFrequency: 30s\ncgroupDriver: systemd',
      ),
    ).toMatchObject({
      maxParallelImagePulls: 5,
      serializeImagePulls: false,
      syncFrequencyMicros: 30_000_000,
      registryPullQPS: 5,
      registryBurst: 10,
    });
  });

  test("all errors are shown at once, in the kubelet's words (ValidateKubeletConfiguration, v1.36.3), at the line of the field", () => {
    expect(
      refused(
        configuration(
          'registryBurst: -1\nmaxParallelImagePulls: 0\nregistryPullQPS: "5"\nfeatureGates:\n  A: 3',
        ),
      ),
    ).toEqual([
      expect.stringMatching(/^12:3 KUBELET_CONFIGURATION .*featureGates/),
      expect.stringMatching(/^10:18 KUBELET_CONFIGURATION .*registryPullQPS/),
      '8:16 KUBELET_CONFIGURATION invalid configuration: registryBurst (--registry-burst) -1 must not be a negative number',
      '9:24 KUBELET_CONFIGURATION invalid configuration: maxParallelImagePulls 0 must be a positive number',
    ]);
  });

  test('fields that the kubelet has and nobody simulates pass; others are warned of', () => {
    const { warnings } = accepted(
      configuration('cgroupDriver: systemd\nserializeImagePuls: true\nsomethingElse: 3'),
    );
    expect(warnings).toEqual([
      'in.yaml:9:21: KubeletConfiguration has no field "serializeImagePuls" (ignored, as the kubelet does); did you mean serializeImagePulls?',
      'in.yaml:10:16: KubeletConfiguration has no field "somethingElse" (ignored, as the kubelet does)',
    ]);
  });

  test('two of them are an error', () => {
    const second = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n';
    expect(refused(stream(configuration('maxPods: 5'), second))).toEqual([
      '11:7 DUPLICATE a second KubeletConfiguration: each node has one',
    ]);
  });
});

describe('--set', () => {
  test('lays fields over those of the file', () => {
    expect(
      settings('maxPods: 5', [
        'maxPods=9',
        'serializeImagePulls=false',
        'featureGates.EventedPLEG=true',
        'syncFrequency=2m',
      ]),
    ).toMatchObject({
      maxPods: 9,
      serializeImagePulls: false,
      syncFrequencyMicros: 120_000_000,
      featureGates: { EventedPLEG: true },
    });
  });

  test('is checked like the file, and errors name the option', () => {
    expect(refused(pod, { set: ['maxParallelImagePulls=0', 'registryBurst=-1'] })).toEqual([
      '--set registryBurst=-1 KUBELET_CONFIGURATION invalid configuration: registryBurst (--registry-burst) -1 must not be a negative number',
      '--set maxParallelImagePulls=0 KUBELET_CONFIGURATION invalid configuration: maxParallelImagePulls 0 must be a positive number',
    ]);
    expect(refused(pod, { set: ['maxPods=many'] })).toEqual([
      expect.stringMatching(/^--set maxPods=many KUBELET_CONFIGURATION .*maxPods/),
    ]);
  });

  test('a conflict with the file names what the option is about', () => {
    expect(refused(configuration('maxParallelImagePulls: 3'), { set: ['serializeImagePulls=true'] })).toEqual(
      [
        '8:24 KUBELET_CONFIGURATION invalid configuration: maxParallelImagePulls cannot be larger than 1 unless SerializeImagePulls (--serialize-image-pulls) is set to false',
      ],
    );
  });

  test('of an unknown field, or without a value, is an error', () => {
    const [unknown] = errorsOf(pod, { set: ['maxParalelImagePulls=3'] });
    expect(unknown).toMatchObject({
      file: '--set maxParalelImagePulls=3',
      code: 'OPTION',
      hint: 'did you mean maxParallelImagePulls?',
    });
    expect(refused(pod, { set: ['maxPods'] })).toEqual(['--set maxPods OPTION not of the form field=value']);
    expect(refused(pod, { set: ['maxPods='] })).toEqual([
      '--set maxPods= OPTION not of the form field=value',
    ]);
  });

  test('of a field that is not simulated is warned of', () => {
    expect(accepted(pod, { set: ['cgroupDriver=systemd'] }).warnings).toEqual([
      '--set cgroupDriver=systemd: the field is not simulated and changes nothing',
    ]);
  });
});

describe('who is blamed', () => {
  const gates = (gate: string) => configuration(`featureGates: { ${gate}: true }`);

  test('a gate that nobody has is told where it stands, with the nearest', () => {
    expect(errorsOf(gates('EventedPLG'))).toMatchObject([
      { line: 8, column: 29, code: 'KUBELET_CONFIGURATION', hint: 'did you mean EventedPLEG?' },
    ]);
    expect(errorsOf(gates('Qqqqqqqqqqqqqqqqqq'))[0]).not.toHaveProperty('hint');
    // A gate that some release has is not misspelt.
    expect(errorsOf(gates('HugePages'))[0]).toHaveProperty(
      'hint',
      '--kubelet-version 1.14, if that is the release of your nodes',
    );
    expect(errorsOf(pod, { set: ['featureGates.EventedPLG=true'] })).toMatchObject([
      { file: '--set featureGates.EventedPLG=true', hint: 'did you mean EventedPLEG?' },
    ]);
  });

  test.each([
    [['featureGates={EventedPLG: true}'], '--set featureGates={EventedPLG: true} KUBELET_CONFIGURATION'],
    [['maxPods=5', 'featureGates=3'], '--set featureGates=3 KUBELET_CONFIGURATION'],
    // The file says nothing of what it is about: whoever spoke last.
    [
      ['serializeImagePulls=false', 'evictionSoft={nodefs.available: 10%}'],
      '--set evictionSoft={nodefs.available: 10%} KUBELET_CONFIGURATION',
    ],
  ])('%j', (set, begin) => {
    expect(refused(pod, { set })).toEqual([expect.stringContaining(begin)]);
    expect(refused(configuration('registryBurst: 7'), { set })).toEqual([expect.stringContaining(begin)]);
  });

  test('more pulls at once than there are locks for are warned of where the file says so', () => {
    const parallel = (max: number) =>
      accepted(configuration(`serializeImagePulls: false\nmaxParallelImagePulls: ${max}`)).warnings;
    expect(parallel(32)).toEqual([
      expect.stringMatching(
        /^in\.yaml:9:24: maxParallelImagePulls 32: known bug striped-locks, .* \(more: windlass bugs\)$/,
      ),
    ]);
    expect(parallel(31)).toEqual([]);
  });

  test('a second configuration is told to be left out, and a slip of --set with all fields', () => {
    const second = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n';
    expect(errorsOf(stream(configuration('maxPods: 5'), second))).toMatchObject([
      { hint: 'leave one out: the first is at in.yaml:7:7' },
    ]);
    expect(errorsOf(pod, { set: ['=5'] })).toMatchObject([
      {
        message: 'not of the form field=value',
        expected: 'field=value, such as --set maxParallelImagePulls=5',
      },
    ]);
    expect(errorsOf(pod, { set: ['kind=x'] })).toMatchObject([
      {
        code: 'OPTION',
        message: 'KubeletConfiguration has no field "kind"',
        expected: expect.stringMatching(/^one of .*maxPods.*, /),
      },
    ]);
  });
});

test('--set changes one key of a map and leaves the others', () => {
  const read = settings('featureGates: { ImageVolume: true }', [
    'featureGates.EventedPLEG=true',
    'evictionHard.nodefs.available=7%',
  ]);
  expect(read?.featureGates).toEqual({ ImageVolume: true, EventedPLEG: true });
  expect(read?.evictionHard).toMatchObject({ 'nodefs.available': expect.anything() });
});
