import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type RunnerKind, runners } from '../../../../src/interfaces/cli/systems/export/runners.ts';
import { root } from '../../../tidy/sources.ts';
import { runInProcess } from '../run-in-process.ts';

const parent = mkdtempSync(join(tmpdir(), 'windlass-export-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const system = `'${process.execPath}' '${join(root, 'test/sut/main.mjs')}'`;
const different = `${system} --mutation back-off-key-without-pod`;

function exportTo(folder: string, kind: string, ...more: readonly string[]) {
  return runInProcess(['test', '--export', folder, '--for', kind, '--runs', '12', ...more]);
}

interface Project {
  /** Makes a project of the folder, and returns where the tests go. */
  readonly prepare: (folder: string) => string;
  /** The command and its words, run in the project. */
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const projects: Readonly<Record<RunnerKind, Project>> = {
  vitest: {
    prepare: (folder) => {
      mkdirSync(join(folder, 'node_modules'), { recursive: true });
      for (const name of ['vitest', 'vite'])
        symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
      writeFileSync(join(folder, 'package.json'), '{ "private": true }');
      return folder;
    },
    command: [process.execPath, 'node_modules/vitest/vitest.mjs', 'run'],
  },
  go: {
    prepare: (folder) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'go.mod'), 'module conformance\n\ngo 1.22\n');
      return folder;
    },
    command: ['go', 'test', '-count=1', './...'],
  },
  pytest: { prepare: (folder) => folder, command: ['pytest', '-q', '-p', 'no:cacheprovider'] },
  rust: {
    prepare: (folder) => {
      mkdirSync(join(folder, 'src'), { recursive: true });
      writeFileSync(join(folder, 'src/lib.rs'), '');
      const lines = ['[package]', 'name = "own"', 'version = "0.1.0"', 'edition = "2021"'];
      writeFileSync(
        join(folder, 'Cargo.toml'),
        `${[...lines, '[dev-dependencies]', 'serde_json = "1"'].join('\n')}\n`,
      );
      return join(folder, 'tests');
    },
    command: ['cargo', 'test', '--quiet', '--test', 'conformance'],
  },
};

/** Why a runner cannot be executed here; undefined if it can. */
function missing(kind: RunnerKind): string | undefined {
  const [program] = projects[kind].command;
  const version = kind === 'go' ? ['version'] : ['--version'];
  if (spawnSync(program, version).status !== 0) return `no ${program} here`;
  if (kind !== 'rust') return undefined;
  const probe = join(parent, 'probe');
  projects.rust.prepare(probe);
  const fetched = spawnSync('cargo', ['fetch'], { cwd: probe, timeout: 60_000 });
  return fetched.status === 0 ? undefined : 'no serde_json to be had here';
}

describe.each(Object.keys(runners) as RunnerKind[])('--for %s', (kind) => {
  const why = missing(kind);
  test.skipIf(why !== undefined)(
    `the runner passes for a system that agrees, and fails for one that differs${why === undefined ? '' : ` (SKIPPED: ${why})`}`,
    async () => {
      const project = join(parent, kind);
      const { prepare, command } = projects[kind];
      const folder = prepare(project);
      const { code, stderr } = await exportTo(folder, kind);
      expect([code, stderr]).toEqual([0, expect.stringContaining(`SUT='your command'`)]);
      const [program, ...words] = command;
      const run = (sut: string) => {
        const { VITEST: _, ...env } = process.env;
        const {
          status,
          stdout,
          stderr: told,
        } = spawnSync(program, words, {
          cwd: project,
          env: { ...env, SUT: sut },
          encoding: 'utf8',
        });
        return { status, told: stdout + told };
      };
      const agrees = run(system);
      expect(agrees.told).not.toMatch(/no tests|0 tests|no test files/i);
      expect([agrees.status, agrees.told]).toEqual([0, expect.stringMatching(/ok|passed/i)]);
      const differs = run(different);
      expect(differs.status).not.toBe(0);
      expect(differs.told).toMatch(/pullBackOff|the kubelet, script \S/);
      expect(run('true').status).not.toBe(0);
    },
  );
});

describe('windlass test --export', () => {
  test('has a script for each trace, no metrics, and a short runner', async () => {
    const folder = join(parent, 'files');
    const { code, stdout } = await exportTo(folder, 'pytest');
    expect([code, stdout]).toEqual([0, '']);
    expect(readdirSync(folder).sort()).toEqual(['scripts.ndjson', 'test_conformance.py', 'traces.ndjson']);
    const read = (name: string) =>
      readFileSync(join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
    const traces = read('traces.ndjson');
    expect(read('scripts.ndjson').map(({ name }) => name)).toEqual(traces.map(({ script }) => script));
    expect(traces.length).toBeGreaterThan(30);
    expect(JSON.stringify(traces)).not.toContain('"type":"metric"');
    for (const { code: text } of Object.values(runners)) expect(text.split('\n').length).toBeLessThan(85);
  });

  test('overwrites nothing unless asked, and the runner never', async () => {
    const folder = join(parent, 'again');
    await exportTo(folder, 'go');
    writeFileSync(join(folder, 'conformance_test.go'), 'mine');
    writeFileSync(join(folder, 'traces.ndjson'), 'old');
    const refused = await exportTo(folder, 'go');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('scripts.ndjson, traces.ndjson, conformance_test.go are there already'),
    ]);
    expect(readFileSync(join(folder, 'traces.ndjson'), 'utf8')).toBe('old');
    const anew = await exportTo(folder, 'go', '--overwrite');
    expect([anew.code, anew.stderr]).toEqual([0, expect.stringContaining('kept conformance_test.go')]);
    expect(readFileSync(join(folder, 'conformance_test.go'), 'utf8')).toBe('mine');
    expect(readFileSync(join(folder, 'traces.ndjson'), 'utf8')).toContain('"trace"');
  });

  test('scripts that no equality can judge are left out, and a sentence says so', async () => {
    const { stderr } = await exportTo(join(parent, 'many'), 'vitest', '--runs', '400');
    expect(stderr).toMatch(/left out \d+ scripts, where the kubelet panics or leaves an order open/);
  });

  test.each([
    [['--export', 'a'], /--export <folder> and --for <framework> go together/],
    [['--for', 'go'], /--export <folder> and --for <framework> go together/],
    [['--export', 'a', '--for', 'go', '--sut', 'x'], /--export runs nothing: leave --sut out/],
    [
      ['--export', 'a', '--for', 'go', '--kind', 'pleg'],
      /only scripts of the image manager, not --kind pleg/,
    ],
    [['--export', 'a', '--for', 'jest'], /Allowed choices are vitest, go, pytest, rust/],
    [['--export', 'package.json/a', '--for', 'go', '--runs', '0'], /cannot be made: ENOTDIR/],
  ])('%j is a usage error', async (options, message) => {
    const { code, stderr } = await runInProcess(['test', ...options]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});
