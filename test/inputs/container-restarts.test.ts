import { describe, expect, it } from 'vitest';
import { readInput } from '../../src/inputs/read-input.ts';
import { inputOf } from '../run/simulation/run-yaml.ts';

// validateContainerRestartPolicy and dropContainerRestartRules of pkg/apis/core/validation and pkg/api/pod,
// v1.36.3

const pod = (list: 'containers' | 'initContainers', more: string) => `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
${list === 'initContainers' ? '  containers: [{ name: main, image: app:1 }]\n' : ''}  ${list}:
    - name: app
      image: app:1
${more.replace(/^/gm, '      ')}
`;
const rule = (action: string, exitCodes: string) =>
  `restartPolicyRules: [{ action: ${action}, exitCodes: ${exitCodes} }]`;
const good = `restartPolicy: Never\n${rule('Restart', '{ operator: In, values: [1, 2] }')}`;

function errorsOf(yaml: string) {
  const result = readInput([{ name: 'test.yaml', text: yaml }], {});
  return result.ok ? [] : result.errors.map(({ line, message }) => `${line}: ${message}`);
}

it('is read as it is written', () => {
  const restart = { policy: 'Never', rules: [{ action: 'Restart', operator: 'In', exitCodes: [1, 2] }] };
  expect(inputOf(pod('containers', good)).pods[0]?.containers[0]).toMatchObject({ restart });
  expect(inputOf(pod('initContainers', good)).pods[0]?.initContainers[0]).toMatchObject({
    restart,
    sidecar: false,
  });
  expect(inputOf(pod('containers', '')).pods[0]?.containers[0]).not.toHaveProperty('restart');
});

it('makes a sidecar of an init container with Always, whose rules may concern the others', () => {
  const [plain] = inputOf(pod('initContainers', 'restartPolicy: Always')).pods[0]?.initContainers ?? [];
  expect(plain).toMatchObject({ sidecar: true });
  expect(plain).not.toHaveProperty('restart');
  const ruled = pod(
    'initContainers',
    `restartPolicy: Always\n${rule('RestartAllContainers', '{ operator: NotIn, values: [0] }')}`,
  );
  const restart = {
    policy: 'Always',
    rules: [{ action: 'RestartAllContainers', operator: 'NotIn', exitCodes: [0] }],
  };
  expect(inputOf(ruled).pods[0]?.initContainers[0]).toMatchObject({ sidecar: true, restart });
});

describe('is refused, with its place', () => {
  it.each([
    ['a policy that there is not', 'restartPolicy: Sometimes', /^8: .*restartPolicy/],
    [
      'rules without a policy',
      rule('Restart', '{ operator: In, values: [1] }'),
      /^8: .*restartPolicyRules without a restartPolicy/,
    ],
    [
      'an action that there is not',
      `restartPolicy: Never\n${rule('Stop', '{ operator: In, values: [1] }')}`,
      /^9: .*action/,
    ],
    [
      'an operator that there is not',
      `restartPolicy: Never\n${rule('Restart', '{ operator: Is, values: [1] }')}`,
      /^9: .*operator/,
    ],
    [
      'a rule without exit codes',
      'restartPolicy: Never\nrestartPolicyRules: [{ action: Restart }]',
      /^9: .*exitCodes/,
    ],
    [
      'a code that is none',
      `restartPolicy: Never\n${rule('Restart', '{ operator: In, values: [x] }')}`,
      /^9: .*values/,
    ],
    [
      '256 codes',
      `restartPolicy: Never\n${rule('Restart', `{ operator: In, values: [${Array.from({ length: 256 }, (_, code) => code)}] }`)}`,
      /^9: /,
    ],
    [
      '21 rules',
      `restartPolicy: Never\nrestartPolicyRules: [${Array.from({ length: 21 }, () => '{ action: Restart, exitCodes: { operator: In, values: [1] } }')}]`,
      /^9: /,
    ],
  ])('%s', (_, more, expected) => {
    expect(errorsOf(pod('containers', more))).toEqual([expect.stringMatching(expected)]);
  });
});

describe('is said to be dropped, or to do nothing', () => {
  const all = pod(
    'containers',
    `restartPolicy: Never\n${rule('RestartAllContainers', '{ operator: In, values: [1] }')}`,
  );
  const notes = (yaml: string, kubeletVersion: string) =>
    inputOf(yaml, { kubeletVersion }).assumptions.filter(
      (sentence) => sentence.includes('RestartRules') || sentence.includes('RestartAll'),
    );

  it.each([
    ['1.34', pod('containers', good), /^Restart policies of single containers are dropped/],
    ['1.33', all, /^Restart policies of single containers are dropped/],
    ['1.35', all, /^Where RestartAllContainersOnContainerExits is off/],
  ])('%s', (version, yaml, expected) => {
    expect(notes(yaml, version)).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    ['1.35', pod('containers', good)],
    ['1.36', all],
    ['1.33', pod('containers', '')],
  ])('and not where it is not: %s', (version, yaml) => {
    expect(notes(yaml, version)).toEqual([]);
  });
});
