import { describe, expect, test } from 'vitest';
import { replayPath } from '../../../../src/proof/models/exploration/replay-path.ts';
import { kubeletModels } from '../../../../src/proof/models/models.ts';
import { imagePullModel } from '../../../../src/proof/models/pull/image-pull-model.ts';
import { runInProcess } from '../run-in-process.ts';

describe('windlass paths', () => {
  test('lists the machines with their starts where none is named', async () => {
    const { code, stdout } = await runInProcess(['paths']);
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toHaveLength(kubeletModels.length + 1);
    expect(stdout).toMatch(
      /^MACHINE +STARTS\nimagePull +v1\.14; v1\.14, two secrets; .*; v1\.38 verifying; v1\.38 verifying, broken secret; v1\.38 verifying, credential provider$/m,
    );
    const listed = JSON.parse((await runInProcess(['paths', '-o', 'json'])).stdout);
    expect(listed.items).toContainEqual({
      machine: 'serialPuller',
      description: expect.stringMatching(/one pull at a time/),
      starts: ['serial'],
    });
  });

  test('prints numbered paths with events, payload cases, times, and states', async () => {
    const { code, stdout, stderr } = await runInProcess(['paths', 'pull-throttle']);
    expect(code).toBe(0);
    expect(stderr).toBe('windlass: pullThrottle: 3 paths (all-transitions), 7 explored states\n');
    expect(stdout).toBe(
      [
        '1.  no limit: 1 step to unlimited',
        '    unlimited',
        '      THROTTLE.ASKED (at once)  → unlimited',
        '',
        '2.  no limit: 1 step to unlimited',
        '    unlimited',
        '      an unknown event          → unlimited',
        '',
        '3.  qps 1, burst 2: 3 steps to limiting',
        '    limiting',
        '      THROTTLE.ASKED (at once)  → limiting',
        '      THROTTLE.ASKED (at once)  → limiting',
        '      THROTTLE.ASKED (at once)  → limiting',
        '',
      ].join('\n'),
    );
  });

  test('writes JSON that other tools can send to a machine', async () => {
    const { stdout } = await runInProcess(['paths', 'imagePull', '--start', 'v1.31', '-o', 'json']);
    const { apiVersion: _, kind: __, paths, ...rest } = JSON.parse(stdout);
    expect(rest).toEqual({
      machine: 'imagePull',
      strategy: 'all-transitions',
      engine: 'xstate',
      isComplete: true,
      stateCount: 26,
    });
    expect(paths[1].steps[0]).toEqual({
      event: expect.stringMatching(/^PULL\.REQUESTED \(/),
      type: 'PULL.REQUESTED',
      payload: { image: expect.any(String), policy: expect.any(String), requester: { actor: 'podWorker' } },
      afterMicros: 0,
      transitions: expect.arrayContaining(['imagePull.settled PULL.REQUESTED → applyingPolicy']),
      state: expect.any(String),
    });
    for (const path of paths) {
      expect(path.start).toBe('v1.31');
      expect(replayPath(imagePullModel, path).steps.at(-1)?.state).toBe(path.steps.at(-1).state);
    }
  });

  test('writes Markdown with a table per path', async () => {
    const { stdout } = await runInProcess(['paths', 'pullSlots', '-o', 'markdown']);
    expect(stdout).toMatch(/^# pullSlots: \d+ paths \(all-transitions\)/);
    expect(stdout).toContain('| 1 | SLOT.REQUESTED | `{"holder":"a","requester":{"actor":"a"}}` | full |');
    expect(stdout).toContain('- pullSlots.full SLOT.REQUESTED → (stays)');
  });

  test('finds the same with both libraries, and more with pairs', async () => {
    const pathsOf = async (...options: string[]) =>
      JSON.parse((await runInProcess(['paths', 'pullSlots', '-o', 'json', ...options])).stdout).paths;
    const all = await pathsOf();
    expect(await pathsOf('--engine', 'xstate-test')).toEqual(all);
    expect((await pathsOf('--strategy', 'all-transition-pairs')).length).toBeGreaterThan(all.length);
    expect((await pathsOf('--strategy', 'all-states')).length).toBeLessThan(all.length);
  });

  test('says that a limit was reached, and prints what was found until there', async () => {
    const { code, stdout, stderr } = await runInProcess([
      'paths',
      'imagePull',
      '--limit',
      '2',
      '--strategy',
      'all-states',
    ]);
    expect(code).toBe(0);
    expect(stdout).toContain('PULL.REQUESTED (IfNotPresent)');
    expect(stderr).toContain(
      'the limit of 2 states was reached: there may be more paths. --limit 20 looks further.',
    );
  });

  test.each([
    [['imagepul'], /there is no machine imagepul\. Did you mean imagePull\?/],
    [
      ['imagePull', '--start', 'v1.13'],
      /--start v1\.13: imagePull has no such start\. Its starts:\n {2}v1\.14/,
    ],
    [['imagePull', '--strategy', 'all'], /all-states, all-transitions, all-transition-pairs/],
    [['imagePull', '--engine', 'jest'], /xstate, xstate-test/],
    [['imagePull', '--limit', 'many'], /Expected a whole number from 1 to/],
    [['imagePull', '-o', 'yaml'], /text, json, markdown/],
  ])('refuses %j with what is expected', async (options, message) => {
    const { code, stdout, stderr } = await runInProcess(['paths', ...options]);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});
