import { describe, expect, it } from 'vitest';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { runInProcess } from '../run-in-process.ts';

const slowLink = scenarioYaml(
  'images: [{ name: acme/web:1, size: 100MB }]\nnodes: { defaults: { nodeProfile: edge } }',
);
const stdin = stream(podYaml('web', '{ containers: [{ name: a, image: acme/web:1 }] }'), slowLink);

describe('windlass assumptions', () => {
  it('names first what moves the slowest pod most', async () => {
    const { code, stdout, stderr } = await runInProcess(['assumptions', '-'], {
      stdin,
      env: { COLUMNS: '120' },
    });
    expect([code, stderr]).toEqual([0, '']);
    const [head, , columns, first] = stdout.split('\n');
    expect(head).toMatch(/^the slowest pod runs after \d+ s$/);
    expect(columns).toMatch(/^ASSUMPTION +VALUE +MARK +HALF +DOUBLE +SET BY$/);
    // 100 MB over 50 Mbit/s take 16 s.
    expect(first).toMatch(
      /^link of nodes +50Mbit\/s +assumed +3\d s +1\d s +nodes\.defaults\.link, --node-profile$/,
    );
  });

  it('prints JSON, and null where a pod never runs', async () => {
    const { stdout } = await runInProcess(['assumptions', '-', '-o', 'json', '--for', '25s'], { stdin });
    const { slowestMs, items: assumptions } = JSON.parse(stdout);
    expect(slowestMs).toBeGreaterThan(16_000);
    expect(assumptions[0]).toMatchObject({
      name: 'link of nodes',
      mark: 'assumed',
      halfMs: null,
      doubleMs: expect.any(Number),
    });
    expect(assumptions[0].doubleMs).toBeLessThan(slowestMs);
  });

  it('refuses another format, an input that is wrong, and one without pods', async () => {
    expect(await runInProcess(['assumptions', '-', '-o', 'csv'], { stdin })).toMatchObject({
      code: 2,
      stdout: '',
    });
    expect(await runInProcess(['assumptions', '-'], { stdin: 'kind: [' })).toMatchObject({
      code: 3,
      stdout: '',
    });
    expect(await runInProcess(['assumptions', '-'], { stdin: slowLink })).toMatchObject({
      code: 3,
      stdout: '',
    });
  });
});
