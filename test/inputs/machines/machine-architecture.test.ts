import { expect, test } from 'vitest';
import { machineArchitecture } from '../../../src/inputs/machines/machine-architecture.ts';

test.each([
  ['a1.large', 'arm64'],
  ['m7g.large', 'arm64'],
  ['c6gn.16xlarge', 'arm64'],
  ['im4gn.large', 'arm64'],
  ['x2gd.metal', 'arm64'],
  ['g5g.2xlarge', 'arm64'],
  ['Standard_D8ps_v5', 'arm64'],
  ['Standard_D2plds_v6', 'arm64'],
  ['Standard_B2pts_v2', 'arm64'],
  ['t2a-standard-4', 'arm64'],
  ['c4a-highmem-8', 'arm64'],
  ['m5.large', 'amd64'],
  ['g5.xlarge', 'amd64'],
  ['g4dn.xlarge', 'amd64'],
  ['m7i-flex.large', 'amd64'],
  ['u-6tb1.metal', 'amd64'],
  ['Standard_D8s_v5', 'amd64'],
  ['Standard_NP10s', 'amd64'],
  ['Standard_DS2_v2', 'amd64'],
  ['t2d-standard-4', 'amd64'],
  ['', 'amd64'],
])('a machine of the type %s is %s', (type, architecture) => {
  expect(machineArchitecture(type)).toBe(architecture);
});
