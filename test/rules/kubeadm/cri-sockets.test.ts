import { expect, it } from 'vitest';
import { detectCriSocket } from '../../../src/rules/kubeadm/cri-sockets.ts';

const [containerd, crio, dockerd] = [
  'unix:///var/run/containerd/containerd.sock',
  'unix:///var/run/crio/crio.sock',
  'unix:///var/run/cri-dockerd.sock',
];

// detectCRISocketImpl of cmd/kubeadm/app/util/runtime/runtime.go, v1.30.14 and v1.36.3; seed 002,
// TestDetectCRISocketImpl.
it('the one socket that is there is taken; containerd’s where none is', () => {
  const detect = (...existing: readonly string[]) =>
    detectCriSocket({ op: 'detectCRISocket', existing }, 'found');
  expect(detect()).toEqual({ value: containerd });
  expect(detect(crio)).toEqual({ value: crio });
  expect(detect('unix:///elsewhere.sock', dockerd)).toEqual({ value: dockerd });
});

it('several are an error that names them in kubeadm’s order', () => {
  const several = { op: 'detectCRISocket', existing: [dockerd, containerd] } as const;
  const rest = ` multiple CRI endpoints on the host. Please define which one do you wish to use by setting the 'criSocket' field in the kubeadm configuration file: ${containerd}, ${dockerd}`;
  expect(detectCriSocket(several, 'Found')).toEqual({ value: '', error: `Found${rest}` });
  expect(detectCriSocket(several, 'found')).toEqual({ value: '', error: `found${rest}` });
});

it('only sockets that are known are looked for', () => {
  expect(
    detectCriSocket({ op: 'detectCRISocket', existing: ['a', containerd], known: ['a', 'b'] }, 'found'),
  ).toEqual({ value: 'a' });
});
