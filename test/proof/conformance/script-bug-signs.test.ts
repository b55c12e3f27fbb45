import { describe, expect, test } from 'vitest';
import { knownBugsMet, scriptBugSigns } from '../../../src/proof/conformance/script-bug-signs.ts';
import type { ScriptTrace } from '../../../src/proof/conformance/script-kind.ts';
import { knownBugs } from '../../../src/rules/kubelet/known-bugs.ts';
import { tracesIn } from './conformance-data.ts';

// What the real code of each release did (test/proof/conformance/README.md): a bug must show where the release has
// it, in the scripts that were written for it, and nowhere in releases that have not.
const files = {
  imagemanager: 'basic',
  'imagemanager-credentials': 'credentials',
  pleg: 'pleg',
  imagegc: 'imagegc',
  kubeadm: 'kubeadm',
} as const;
type Kind = keyof typeof files;

const seen = (
  kind: Kind,
  version: string,
  id: string,
  release = version.split('.').slice(0, 2).join('.'),
): string[] =>
  tracesIn<ScriptTrace>(`v${version}/${files[kind]}.ndjson.gz`)
    .filter((trace) => knownBugsMet(trace, { kind }, release).some(({ bug }) => bug.id === id))
    .map(({ script }) => script);

describe('the traces of the real code show', () => {
  test.each<readonly [string, Kind, string, readonly string[]]>([
    ['striped-locks', 'imagemanager', '1.36.3', ['gate-on-max-parallel-64']],
    [
      'gc-drops-records-in-use',
      'imagemanager-credentials',
      '1.36.3',
      ['gc-in-use-image-loses-its-record', 'gc-in-use-image-loses-its-record-AlwaysVerify'],
    ],
    [
      'secret-limit-only-while-matching',
      'imagemanager-credentials',
      '1.36.3',
      ['record-more-than-100-secrets'],
    ],
    ['broken-secret-without-event', 'imagemanager-credentials', '1.36.3', ['secret-broken']],
    ['pleg-inspected-twice', 'pleg', '1.31.14', ['status-error-twice-in-one-relist']],
    ['pleg-leaked-cache-entry', 'pleg', '1.27.16', ['status-error-then-pod-gone']],
    ['pleg-discarded-for-good', 'pleg', '1.36.3', ['channel-of-one']],
    ['age-gc-errors-hide-full-disk', 'imagegc', '1.31.14', ['maxage-errors-hide-full-disk']],
    ['gc-fails-though-enough-was-freed', 'imagegc', '1.27.16', ['remove-error-does-not-stop-at-enough']],
    ['gc-drops-records-in-use', 'imagegc', '1.36.3', ['hook-lists-only-candidates-left']],
  ])('%s in %s of %s', (id, kind, version, scripts) => {
    expect(seen(kind, version, id)).toEqual(expect.arrayContaining([...scripts]));
  });

  test('an inspection without an image, and pulls left open, in 1.36', () => {
    expect(seen('imagemanager', '1.36.3', 'inspect-error-without-image').length).toBeGreaterThan(3);
    expect(seen('imagemanager', '1.36.3', 'pull-session-left-open').length).toBeGreaterThan(20);
  });

  test('doubled prefixes in kubeadm 1.36, and stops before each retry in 1.30', () => {
    expect(seen('kubeadm', '1.36.3', 'kubeadm-doubled-prefix').length).toBeGreaterThan(0);
    expect(seen('kubeadm', '1.30.14', 'kubeadm-stops-again').length).toBeGreaterThan(0);
  });
});

describe('what was mended, or had not come yet, is not to be seen, even by those who look for it', () => {
  test.each<readonly [string, Kind, string, string]>([
    ['pleg-inspected-twice', 'pleg', '1.36.3', '1.31'],
    ['pleg-leaked-cache-entry', 'pleg', '1.36.3', '1.31'],
    ['kubeadm-doubled-prefix', 'kubeadm', '1.30.14', '1.36'],
    ['gc-drops-records-in-use', 'imagegc', '1.31.14', '1.36'],
    ['striped-locks', 'imagemanager', '1.31.14', '1.36'],
    ['inspect-error-without-image', 'imagemanager', '1.31.14', '1.36'],
  ])('%s in %s of %s', (id, kind, version, release) => {
    expect(seen(kind, version, id, release)).toEqual([]);
  });
});

test('signs are of bugs in the table, and of each kind one for a bug', () => {
  const ids = scriptBugSigns.map(({ bug }) => bug.id);
  expect(knownBugs.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  const pairs = scriptBugSigns.map(({ kind, bug }) => `${kind} ${bug.id}`);
  expect(new Set(pairs).size).toBe(pairs.length);
});
