import { expect, test } from 'vitest';
import { meetsRequirement } from '../../../src/inputs/workloads/label-requirement.ts';

// Requirement.Matches of apimachinery's labels (v0.36.3)
test.each([
  ['disk', 'In', ['ssd', 'hdd'], true],
  ['disk', 'In', ['ssd'], false],
  ['gpu', 'In', ['ssd'], false],
  ['gpu', 'In', undefined, false],
  ['disk', 'NotIn', ['ssd'], true],
  ['disk', 'NotIn', ['ssd', 'hdd'], false],
  ['gpu', 'NotIn', ['ssd'], true],
  ['disk', 'Exists', [], true],
  ['gpu', 'Exists', [], false],
  ['toString', 'Exists', [], false],
  ['disk', 'DoesNotExist', [], false],
  ['gpu', 'DoesNotExist', [], true],
  ['cores', 'Gt', ['3'], true],
  ['cores', 'Gt', ['4'], false],
  ['cores', 'Lt', ['5'], true],
  ['cores', 'Lt', ['4'], false],
  ['cores', 'Lt', ['+10'], true],
  ['cores', 'Gt', ['-10'], true],
  ['cores', 'Lt', ['5x'], false],
  ['cores', 'Lt', ['x5'], false],
  ['cores', 'Gt', [3], false],
  ['cores', 'Lt', [], false],
  ['disk', 'Lt', ['5'], false],
  ['gpu', 'Gt', ['0'], false],
  ['disk', 'Nearly', ['ssd'], true],
])('%s %s %j: %s', (key, operator, values, isMet) => {
  expect(meetsRequirement({ key, operator, values }, { disk: 'hdd', cores: '4' })).toBe(isMet);
});
