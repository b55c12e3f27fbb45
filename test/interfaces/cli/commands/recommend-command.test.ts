import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../../../src/interfaces/cli/files/examples.ts';
import type { JsonFields } from '../../../../src/reports/json/json-text.ts';
import { podYaml, scenarioYaml, stream } from '../../../inputs/reading.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { root } from '../../../tidy/sources.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-recommend-'));
afterAll(() => rmSync(folder, { recursive: true }));

const pod = (name: string) => podYaml(name, `{ containers: [{ name: a, image: acme/${name}:1 }] }`);
const images = 'images: [{ name: acme/big:1, size: 300MB }, { name: acme/small:1, size: 5MB }]';
writeFileSync(join(folder, 'in.yaml'), stream(pod('big'), pod('small'), scenarioYaml(images)));

const ask = (words: string) => runInProcess(['recommend', ...splitWords(words)], { cwd: folder });

describe('windlass recommend', () => {
  it('finds the least change, and gives a run that shows that less is not enough', async () => {
    const { code, stdout } = await ask(
      "in.yaml --target 'all running after <= 30s' --vary link=20Mbit/s,100Mbit/s,200Mbit/s,1Gbit/s -o json",
    );
    expect(code).toBe(0);
    const { found, smaller, tried } = checkedDocument(
      stdout,
      'Recommendation',
    ) as unknown as JsonFields<'Recommendation'>;
    expect(found).toMatchObject({ name: 'link=200Mbit/s', verdict: 'meets', runs: 31, runsKept: 31 });
    expect(tried.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['link=20Mbit/s', 'fails'],
      ['link=100Mbit/s', 'fails'],
      ['link=200Mbit/s', 'meets'],
    ]);
    const [, ...words] = splitWords(smaller[0]?.command ?? '');
    expect(words).toEqual(['run', 'in.yaml', '--link', '100Mbit/s', '--seed', '1']);
    const run = await runInProcess([...words, '-o', 'json', '-q'], { cwd: folder });
    expect(JSON.parse(run.stdout).timeToRunningMs.max).toBeGreaterThan(30_000);
  });

  it('says it in words, and exits with 4 where nothing meets the target', async () => {
    const { code, stdout } = await ask(
      "in.yaml --target 'all running after <= 1s' --vary link=20Mbit/s,100Mbit/s",
    );
    expect(code).toBe(4);
    expect(stdout).toMatch(
      /^No setting of these meets all running after <= 1\.0 s\. The best is link=100Mbit\/s: all running after\s\d+ s, since what remains is downloading \(/,
    );
    expect(stdout).toMatch(/^ {2}windlass run in\.yaml --link 100Mbit\/s --seed 1$/m);
    expect(stdout).toMatch(
      /^link +all running after +KEEP TO IT +VERDICT\n20Mbit\/s +.* +0 of 3 runs +fails$/m,
    );
  });

  it('says what remains of the pods at the rank of the target, also of those that pods with back-off outnumber', async () => {
    const rollout = join(root, 'examples/web-rollout.yaml');
    const remaining = async (target: string) => {
      const { stdout } = await ask(
        `${rollout} --target '${target}' --vary maxParallelImagePulls=1,2,4 -o json`,
      );
      return checkedDocument(stdout, 'Recommendation').sentences as unknown as readonly string[];
    };
    expect((await remaining('p99 timeToRunning <= 5s'))[0]).toMatch(
      /p99 66 s, since what remains is downloading \(\d+ % of it\) and unpacking \(\d+ % of it\), in default\/recommender-\w+-\w+\.$/,
    );
    expect((await remaining('p50 timeToRunning <= 5s'))[0]).toMatch(
      /since what remains is backing off \(\d+ % of it\).*, in .*default\/web-/,
    );
  });

  it.each([
    [
      "in.yaml --target 'p99 timeToRunning <= 60s'",
      2,
      "required option '--vary <field=values>' not specified",
    ],
    ['in.yaml --vary nodes=1,2', 2, "required option '--target <bound>' not specified"],
    ["in.yaml --target 'be quick' --vary nodes=1,2", 2, 'cannot be read: expected a figure and a bound'],
    ["in.yaml --target 'p99 timeToRuning <= 60s' --vary nodes=1,2", 2, 'did you mean "time to running p99"?'],
    [
      "in.yaml --target 'p99 timeToRunning <= soon' --vary nodes=1,2",
      2,
      '"soon" is not an amount of time to running p99',
    ],
    ["in.yaml --target 'p99 timeToRunning <= 60s' --vary nodez=1,2", 2, 'did you mean nodes?'],
    [
      "in.yaml --target 'p99 timeToRunning <= 60s' --vary nodes=2..1",
      2,
      'no value: a range goes up, from the smaller number to the greater one',
    ],
    [
      "in.yaml --target 'p99 timeToRunning <= 60s' --vary maxParallelImagePulls=many,more",
      3,
      'every setting is refused',
    ],
  ])('refuses %s', async (words, code, message) => {
    const outcome = await ask(words);
    expect([outcome.code, outcome.stdout]).toEqual([code, '']);
    expect(outcome.stderr).toContain(message);
  });
});
