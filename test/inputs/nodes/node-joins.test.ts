import { describe, expect, test } from 'vitest';
import { accepted, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('one', '{ containers: [{ name: app, image: app }] }');
const names = (text: string, join: string[]) =>
  accepted(text, { join }).input.nodes.map(({ name, join: { atMicros } = { atMicros: -1 } }) => [
    name,
    atMicros,
  ]);

describe('--join', () => {
  test('says how many nodes come and when, those of one moment under numbers that are free', () => {
    expect(names(pod, ['2 at 1m, 1 at 0s'])).toEqual([
      ['node-1', 0],
      ['node-2', 60_000_000],
      ['node-3', 60_000_000],
    ]);
    expect(names(pod, ['pool-a: 1 at 10s', '1 at 5s'])).toEqual([
      ['node-1', 5_000_000],
      ['pool-a-1', 10_000_000],
    ]);
  });

  test('adds to the nodes that are there', () => {
    const joins = accepted(pod, { nodes: 2, join: ['1 at 1m'] }).input.nodes;
    expect(joins.map(({ name, join }) => [name, join?.atMicros])).toEqual([
      ['node-1', undefined],
      ['node-2', undefined],
      ['node-3', 60_000_000],
    ]);
  });

  test.each([
    ['ten at 0s', '--join ten at 0s OPTION "ten at 0s" is not of the form count at time'],
    ['10', '--join 10 OPTION "10" is not of the form count at time'],
    ['0 at 1m', '--join 0 at 1m OPTION 0 is not a number of nodes from 1 to 10000'],
    ['1 at soon', '--join 1 at soon OPTION "soon" is not a duration'],
    ['Pool: 1 at 0s', '--join Pool: 1 at 0s OPTION "Pool" cannot be in the name of a node'],
    [
      '9000 at 0s, 9000 at 1m',
      '--join 9000 at 0s, 9000 at 1m OPTION 18000 nodes join: at most 10000 are simulated',
    ],
  ])('is refused as %s', (join, error) => {
    expect(refused(pod, { join: [join] })).toEqual([error]);
  });
});

describe('nodes.joins of a Scenario', () => {
  const withJoins = (joins: string, more = '') =>
    stream(pod, scenarioYaml(`nodes: { joins: [${joins}]${more} }`));

  test('says the same, and --join wins over it', () => {
    const text = withJoins('{ at: 1m, count: 2, pool: gpu }, { at: 0s }');
    expect(accepted(text).input.nodes.map(({ name }) => name)).toEqual(['node-1', 'gpu-1', 'gpu-2']);
    expect(names(text, ['1 at 3s'])).toEqual([['node-1', 3_000_000]]);
  });

  test('has times of each node: of the node, of all, of its provider, or the defaults', () => {
    const text = withJoins(
      '{ at: 0s, count: 2 }',
      ', defaults: { provider: gke, timings: { boot: 50s } }, named: { node-2: { timings: { boot: 7s } } }',
    );
    expect(accepted(text).input.nodes.map(({ join }) => [join?.bootMicros, join?.networkMicros])).toEqual([
      [50_000_000, 22_000_000],
      [7_000_000, 22_000_000],
    ]);
    const plain = accepted(withJoins('{ at: 0s }')).input.nodes[0]?.join;
    expect([plain?.bootMicros, plain?.registrationMicros, plain?.networkMicros]).toEqual([
      35_000_000, 1_000_000, 13_000_000,
    ]);
  });

  test('is refused at its place', () => {
    expect(refused(withJoins('{ at: soon }'))).toEqual([
      '8:24 WRONG_VALUE nodes.joins[0].at must be a duration such as 90s, 15m or 1h30m, not "soon"',
    ]);
    expect(refused(withJoins('{ at: 0s, pool: A_b }'))).toEqual([
      '8:34 NAME "A_b" cannot be in the name of a node',
    ]);
    expect(refused(withJoins('{ at: 0s, count: 0 }'))).toHaveLength(1);
  });
});
