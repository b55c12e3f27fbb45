import { expect, it, test } from 'vitest';
import { defaultKubeletSettings } from '../../../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import {
  evictionBelowBytes,
  evictionRule,
  evictionThresholds,
  missingGracePeriod,
  parseQuantity,
} from '../../../../src/rules/kubelet/eviction/eviction-thresholds.ts';

// parseThresholdStatement in pkg/kubelet/eviction/helpers.go, DefaultEvictionHard in defaults_linux.go
// (v1.36.3).

const belowBytes = (evictionHard?: Readonly<Record<string, string>>) =>
  evictionThresholds({
    ...defaultKubeletSettings,
    ...(evictionHard === undefined ? {} : { evictionHard }),
  }).map((threshold) => [threshold.signal, evictionBelowBytes(threshold, 1001)]);

it('are 10 % of nodefs and 15 % of imagefs where nothing is said', () => {
  expect(belowBytes()).toEqual([
    ['nodefs.available', 100],
    ['imagefs.available', 150],
  ]);
});

it('are exactly those given: a signal that is left out has none', () => {
  expect(belowBytes({ 'imagefs.available': '5%', 'memory.available': '100Mi' })).toEqual([
    ['imagefs.available', 50],
  ]);
  expect(belowBytes({ 'nodefs.available': '1Ki' })).toEqual([['nodefs.available', 1024]]);
});

it('are none at 0 % and 100 %', () => {
  expect(belowBytes({ 'imagefs.available': '0%', 'nodefs.available': '100%' })).toEqual([]);
});

const fields = ['evictionHard', 'evictionSoft', 'evictionSoftGracePeriod', 'evictionMinimumReclaim'] as const;

function said(
  field: (typeof fields)[number],
  signal: string,
  value: string,
  release = '1.36',
): string | undefined {
  const nothing = () => {
    throw new Error('it asks for its own field only');
  };
  const values = { release, isOn: nothing, value: nothing, number: nothing, text: nothing, texts: nothing };
  const complaint = evictionRule(field).says(
    { ...values, textsByName: (name) => (name === field ? { [signal]: value } : {}) },
    field,
  );
  if (typeof complaint !== 'object') return complaint;
  expect(complaint.key).toBe(signal);
  return complaint.message;
}

// ParseThresholdConfig in pkg/kubelet/eviction/helpers.go (v1.36.3)
test.each(['evictionHard', 'evictionSoft'] as const)(
  '%s is refused where it is no quantity, or not positive',
  (field) => {
    for (const value of ['15%', '1.5Gi', '0%', '100%'])
      expect(said(field, 'imagefs.available', value)).toBeUndefined();
    for (const value of ['much', '%', 'x%', '101%', '-1%', '0', '-5', '1Zi']) {
      expect(said(field, 'imagefs.available', value)).toContain(
        'eviction threshold imagefs.available must be',
      );
    }
  },
);

test.each(fields)('%s has the signals of its release', (field) => {
  const good = field === 'evictionSoftGracePeriod' ? '1m' : '10%';
  expect(said(field, 'nodefs.available', good)).toBeUndefined();
  expect(said(field, 'nodefs.avail', good)).toBe('unsupported eviction signal nodefs.avail');
  expect(said(field, 'toString', good)).toBe('unsupported eviction signal toString');
  expect(said(field, 'containerfs.available', good)).toBeUndefined();
  expect(said(field, 'containerfs.available', good, '1.27')).toBe(
    'unsupported eviction signal containerfs.available',
  );
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
  expect(said('evictionMinimumReclaim', 'imagefs.available', 'much')).toContain(
    'must be a percentage or a quantity',
  );
});

test('a soft threshold needs a grace period, one of 0 % is none', () => {
  expect(missingGracePeriod({ 'nodefs.available': '10%' }, { 'nodefs.available': '1m' })).toBeUndefined();
  expect(missingGracePeriod({ 'nodefs.available': '0%' }, {})).toBeUndefined();
  expect(missingGracePeriod({ 'nodefs.available': '10%' }, {})).toEqual({
    key: 'nodefs.available',
    message: 'grace period must be specified for the soft eviction threshold nodefs.available',
  });
});

// What resource.ParseQuantity(text).Value() of k8s.io/apimachinery v0.36.3 answered, undefined for an error.
test.each([
  ['0', 0],
  ['100', 100],
  ['00012', 12],
  ['1.5', 2],
  ['+5', 5],
  ['5.', 5],
  ['5.G', 5_000_000_000],
  ['.5G', 500_000_000],
  ['100Mi', 104_857_600],
  ['1.5Gi', 1_610_612_736],
  ['2k', 2_000],
  ['1.1k', 1_100],
  ['10G', 10_000_000_000],
  ['1Ti', 1_099_511_627_776],
  ['1Pi', 2 ** 50],
  ['1Ei', 2 ** 60],
  ['1E', 1e18],
  ['1e9', 1_000_000_000],
  ['1e+9', 1_000_000_000],
  ['1e09', 1_000_000_000],
  ['12E6', 12_000_000],
  ['1.5e3', 1_500],
  ['1E-3', 1],
  ['0e5', 0],
  ['1500m', 2],
  ['1u', 1],
  ['1n', 1],
  ['.', 0],
  ['k', 0],
  ['e5', 0],
  ['', undefined],
  ['1K', undefined],
  ['1ki', undefined],
  ['1i', undefined],
  ['1MM', undefined],
  ['1e', undefined],
  ['1e+', undefined],
  ['1E+', undefined],
  ['1e--5', undefined],
  ['1e1.5', undefined],
  ['1eE', undefined],
  ['1Ee5', undefined],
  ['1e5i', undefined],
  ['1e5Gi', undefined],
  ['1+5', undefined],
  ['--1', undefined],
  ['0x10', undefined],
  ['1_000', undefined],
  ['10 G', undefined],
  [' 1', undefined],
  ['1e9 ', undefined],
  ['1e9\n', undefined],
  ['1constructor', undefined],
])('%j are %s bytes', (text, bytes) => {
  expect(parseQuantity(text)).toBe(bytes);
});

// Upstream reads these; whoever asks for bytes here takes none below 0, and any so large is more than every
// disk has.
test('a negative quantity is none, and one beyond every number stays finite', () => {
  expect(parseQuantity('-1G')).toBeUndefined();
  expect(parseQuantity('1e400')).toBe(Number.MAX_VALUE);
});
