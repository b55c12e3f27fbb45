import { expect, test } from 'vitest';
import { joinedPullsWait } from '../../../../src/run/invariants/kubelet/joined-pulls.ts';
import type { HeaderNode } from '../../../../src/trace/record.ts';
import { type Line, node, pull, traceOf } from '../trace-of.ts';

const coalescing: HeaderNode = { ...node(), policy: 'coalesce' };
const joins = (at: number, name: string, leader: string): Line => {
  const [, actor, told] = pull(at, name, 'joined');
  return [at, actor, told, { kind: 'samePull', actor: pull(at, leader, 'joined')[1] }];
};
const violations = (lines: readonly Line[], nodes = [coalescing]) =>
  joinedPullsWait.check(traceOf(nodes, lines)).map(({ message }) => message);

// kubernetes/kubernetes#139591 as it describes itself.
test('holds where one that joined goes on when the other ends, whatever came of it', () => {
  for (const end of ['pulled', 'present', 'failed'] as const)
    expect(
      violations([
        pull(1, 'a', 'pulling'),
        joins(2, 'b', 'a'),
        pull(9, 'a', end),
        pull(9, 'b', 'inspecting'),
        pull(9, 'b', 'present'),
      ]),
    ).toEqual([]);
  expect(violations([pull(1, 'a', 'pulling'), joins(2, 'b', 'a')])).toEqual([]);
});

test('finds one that goes on too early, too late, or waits for a pull that is not under way', () => {
  const begun = [pull(1, 'a', 'pulling'), joins(2, 'b', 'a')];
  expect(violations([...begun, pull(3, 'b', 'inspecting'), pull(9, 'a', 'pulled')])).toMatchObject([
    expect.stringMatching(/goes on before .*a.* has ended$/),
  ]);
  expect(violations([...begun, pull(9, 'a', 'pulled'), pull(10, 'b', 'inspecting')])).toMatchObject([
    expect.stringMatching(/goes on later than/),
  ]);
  expect(violations([joins(2, 'b', 'a')])).toMatchObject([expect.stringMatching(/has none under way$/)]);
  expect(violations([pull(1, 'a', 'pulling'), pull(2, 'a', 'pulled'), joins(3, 'b', 'a')])).toMatchObject([
    expect.stringMatching(/has none under way$/),
  ]);
});

test('finds one on a node whose kubelet does not coalesce pulls', () => {
  expect(violations([pull(1, 'a', 'pulling'), joins(2, 'b', 'a')], [node()])).toMatchObject([
    expect.stringMatching(/its kubelet does not coalesce pulls$/),
  ]);
});
