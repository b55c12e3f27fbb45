import { expect, it } from 'vitest';
import { knownBugsOf } from '../../src/kubelet/known-bugs.ts';

it('a release has the bugs of its time: striped locks came with the pull manager (kubernetes#138935)', () => {
  const ids = (release: string) => knownBugsOf(release).map(({ id }) => id);
  expect(ids('1.31')).toEqual([]);
  expect(ids('1.32')).toEqual([]);
  expect(ids('1.33')).toEqual(['striped-locks']);
  expect(ids('1.36')).toEqual(['striped-locks']);
  expect(ids('1.37')).toEqual([]);
});
