import { expect, it } from 'vitest';
import { validateKubeletSettings } from '../../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import { v1_36 } from '../../../../src/rules/kubelet/profiles/profiles.ts';

type Gates = Readonly<Record<string, boolean>>;

function messages(
  names: readonly string[],
  featureGates: Gates = { DefaultPodSysctls: true },
  release = '1.37',
): readonly string[] {
  const raw = { featureGates, defaultPodSysctls: Object.fromEntries(names.map((name) => [name, '1'])) };
  const result = validateKubeletSettings(raw, { ...v1_36, release });
  return 'errors' in result
    ? result.errors.map(({ message }) => message.replace('invalid configuration: ', ''))
    : [];
}

// pkg/kubelet/apis/config/validation/validation.go (1.37.2) and node/util/sysctl of component-helpers
// (v0.37.2)
it.each([
  [
    [
      'net.ipv4.ip_forward',
      'kernel.shmall',
      'fs.mqueue.msg_max',
      'user.max_user_namespaces',
      'kernel.domainname',
    ],
  ],
  [['net/ipv4/conf/eno2.100/rp_filter']],
  [['net.ipv4.conf.eno2/100.rp_filter']],
  [[`net.${'a'.repeat(249)}`]],
])('a kubelet starts with %j for its pods', (names) => {
  expect(messages(names)).toEqual([]);
});

it.each([
  [['net.ipv4.*'], '"net.ipv4.*" is not a valid sysctl name for defaultPodSysctls'],
  [['Net.ipv4.ip_forward'], '"Net.ipv4.ip_forward" is not a valid sysctl name for defaultPodSysctls'],
  [['net..ipv4'], '"net..ipv4" is not a valid sysctl name for defaultPodSysctls'],
  [[`net.${'a'.repeat(250)}`], `"net.${'a'.repeat(250)}" is not a valid sysctl name for defaultPodSysctls`],
  [['vm.swappiness'], '"vm.swappiness" is not known to be namespaced for defaultPodSysctls'],
  [['kernel.shmall2'], '"kernel.shmall2" is not known to be namespaced for defaultPodSysctls'],
  [['net'], '"net" is not known to be namespaced for defaultPodSysctls'],
  [
    ['net.ipv4.ip_forward', 'net/ipv4/ip_forward'],
    'duplicate sysctl "net.ipv4.ip_forward" found in defaultPodSysctls',
  ],
])('and not with %j', (names, message) => {
  expect(messages(names)).toEqual([message]);
});

it('nor with any while the gate is off, as it is by default', () => {
  const message =
    'DefaultPodSysctls feature gate is required for Kubelet configuration option defaultPodSysctls';
  expect(messages(['net.ipv4.ip_forward'], {})).toEqual([message]);
  expect(messages(['net.ipv4.ip_forward'], { AllAlpha: true })).toEqual([]);
  expect(messages([], {})).toEqual([]);
});

it('an older kubelet does not know the field, and ignores it', () => {
  expect(messages(['vm.swappiness'], {}, '1.36')).toEqual([]);
});
