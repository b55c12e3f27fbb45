import { describe, expect, it } from 'vitest';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { accepted, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pods = stream(
  ...['a', 'b', 'c'].map((name) => podYaml(name, `{ containers: [{ name: app, image: acme/${name}:1 }] }`)),
);
const luck = (fields: string) => stream(pods, `apiVersion: windlass.dev/v1alpha1\nkind: Luck\n${fields}\n`);
const arrivals = (text: string) =>
  accepted(text).input.pods.map(({ name, arrivesAtMicros }) => [name, arrivesAtMicros]);

describe('a Luck', () => {
  it('has the seed, which an option wins over', () => {
    const text = stream(luck('seed: 7'), scenarioYaml('seed: 3'));
    expect(accepted(text).input.seed).toBe(7);
    expect(accepted(text, { seed: 9 }).input.seed).toBe(9);
  });

  it('has faults, which come after those of the Scenario and of options', () => {
    const text = stream(
      luck('faults: [{ kind: nodeReboot, at: 3s }]'),
      scenarioYaml('faults: [{ kind: kubeletRestart, at: 1s }]'),
    );
    const { faults } = accepted(text, { faults: ['kubeletRestart at=2s'] }).input;
    expect(faults.map(({ kind, fromMicros }) => [kind, fromMicros])).toEqual([
      ['kubeletRestart', 1_000_000],
      ['kubeletRestart', 2_000_000],
      ['nodeReboot', 3_000_000],
    ]);
  });

  it('gives pods each other’s times of arrival, and leaves the others where they are', () => {
    expect(arrivals(luck('arrivalOrder: [default/c, default/a]'))).toEqual([
      ['c', 0],
      ['b', 1_000],
      ['a', 2_000],
    ]);
    expect(arrivals(luck('arrivalOrder: [default/c, default/a, default/b]')).map(([name]) => name)).toEqual([
      'c',
      'a',
      'b',
    ]);
    const atOnce = stream(
      luck('arrivalOrder: [default/c, default/a]'),
      scenarioYaml('arrivals: { at: 1s, interval: 0s }'),
    );
    expect(arrivals(atOnce).map(([name]) => name)).toEqual(['c', 'b', 'a']);
  });

  it('has random numbers, which only those who draw them notice', () => {
    const drawn = accepted(luck('draws: { node-1: { 1: 0.25, 4: 0.5 } }')).input;
    expect(drawn.draws).toEqual({ 'node-1': { 1: 0.25, 4: 0.5 } });
    expect(drawn.readings).toContain('A Luck decides, not chance: 2 random numbers.');
    const records = (text: string) => JSON.stringify(simulate(accepted(text).input).records.slice(1));
    expect(records(luck('draws: { node-1: { 2: 0 } }'))).not.toBe(
      records(luck('draws: { node-1: { 2: 0.999 } }')),
    );
    expect(records(luck('draws: { nobody: { 1: 0.999 } }'))).toBe(records(luck('')));
  });

  it.each([
    ['arrivalOrder: [default/a, default/bb]', '18:27 UNKNOWN_POD there is no pod "default/bb"'],
    ['arrivalOrder: [default/a, default/a]', '18:27 DUPLICATE "default/a" is there twice'],
    ['draws: { node-1: { 0: 0.5 } }', /0/],
    ['draws: { node-1: { 1: 1 } }', /WRONG_VALUE/],
    ['sead: 3', /UNKNOWN_FIELD unknown field "sead"/],
    ['seed: 1\n---\napiVersion: windlass.dev/v1alpha1\nkind: Luck', /DUPLICATE a second Luck: a run has one/],
  ])('%s is refused', (fields, expected) => {
    expect(refused(luck(fields))[0]).toMatch(expected);
  });
});
