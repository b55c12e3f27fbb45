import { expect, test } from 'vitest';
import { sourcesUnder } from './sources.ts';

/**
 * What may say since when something is so: the profiles themselves, tables by release, and where a source or
 * a bug is cited.
 */
const byRelease =
  /^src\/rules\/kubelet\/(profiles|known-bugs|configuration|image-gc\/image-gc-messages|images\/(pull-failure|image-messages)|pleg\/pleg-rules)/;

test('since when a kubelet does something is said by its profile, not by comments elsewhere', () => {
  const since = /\b(?:from|since|before|until|up to|to|≤|≥) ?1\.\d\d\b(?!\.\d)|\b1\.\d\d (?:on\b|and later)/i;
  const found = sourcesUnder(
    'machines',
    'src/rules/kubelet',
    'src/proof/models',
    'src/run/simulation',
    'src/reports',
    'src/run/invariants',
  )
    .filter(({ path }) => !byRelease.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          /^\s*(?:\/\*\*?|\*|\/\/)/.test(line) && since.test(line)
            ? [`${path}:${index + 1}: ${line.trim()}`]
            : [],
        ),
    );
  expect(found).toEqual([]);
});
