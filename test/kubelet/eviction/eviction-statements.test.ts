import { expect, test } from 'vitest';
import { evictionRule, missingGracePeriod } from '../../../src/kubelet/eviction/eviction-statements.ts';

const fields = ['evictionHard', 'evictionSoft', 'evictionSoftGracePeriod', 'evictionMinimumReclaim'] as const;

function said(field: (typeof fields)[number], signal: string, value: string, release = '1.36'): string | undefined {
  const nothing = () => {
    throw new Error('it asks for its own field only');
  };
  const values = { release, isOn: nothing, value: nothing, number: nothing, text: nothing, texts: nothing };
  return evictionRule(field).says({ ...values, textsByName: (name) => (name === field ? { [signal]: value } : {}) }, field);
}

// ParseThresholdConfig in pkg/kubelet/eviction/helpers.go (v1.36.3)
test.each(['evictionHard', 'evictionSoft'] as const)('%s is refused where it is no quantity, or not positive', (field) => {
  for (const value of ['15%', '1.5Gi', '0%', '100%']) expect(said(field, 'imagefs.available', value)).toBeUndefined();
  for (const value of ['much', '%', 'x%', '101%', '-1%', '0', '-5', '1Zi']) {
    expect(said(field, 'imagefs.available', value)).toContain('eviction threshold imagefs.available must be');
  }
});

test.each(fields)('%s knows the signals of its release', (field) => {
  const good = field === 'evictionSoftGracePeriod' ? '1m' : '10%';
  expect(said(field, 'nodefs.available', good)).toBeUndefined();
  expect(said(field, 'nodefs.avail', good)).toBe('unsupported eviction signal nodefs.avail');
  expect(said(field, 'toString', good)).toBe('unsupported eviction signal toString');
  expect(said(field, 'containerfs.available', good)).toBeUndefined();
  expect(said(field, 'containerfs.available', good, '1.27')).toBe('unsupported eviction signal containerfs.available');
});

test('a grace period is a duration that is not negative', () => {
  expect(said('evictionSoftGracePeriod', 'nodefs.available', '0s')).toBeUndefined();
  expect(said('evictionSoftGracePeriod', 'nodefs.available', 'soon')).toBe('time: invalid duration "soon"');
  expect(said('evictionSoftGracePeriod', 'nodefs.available', '-1s')).toContain('must be a positive value');
});

test('a minimum reclaim may be 0 in bytes, not in percent', () => {
  expect(said('evictionMinimumReclaim', 'imagefs.available', '0')).toBeUndefined();
  expect(said('evictionMinimumReclaim', 'imagefs.available', '2Gi')).toBeUndefined();
  expect(said('evictionMinimumReclaim', 'imagefs.available', '0%')).toContain('must be positive');
  expect(said('evictionMinimumReclaim', 'imagefs.available', 'much')).toContain('must be a percentage or a quantity');
});

test('a soft threshold needs a grace period, one of 0 % is none', () => {
  expect(missingGracePeriod({ 'nodefs.available': '10%' }, { 'nodefs.available': '1m' })).toBeUndefined();
  expect(missingGracePeriod({ 'nodefs.available': '0%' }, {})).toBeUndefined();
  expect(missingGracePeriod({ 'nodefs.available': '10%' }, {})).toBe(
    'grace period must be specified for the soft eviction threshold nodefs.available',
  );
});
