import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { podYaml, scenarioYaml, stream } from '../inputs/reading.ts';
import { root } from '../tidy/sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-ci-'));
const tree = join(folder, 'tree');
const bin = join(folder, 'bin');
const program = join(root, 'dist/command/windlass.js');
const yamlOf = (name: string): unknown => parse(readFileSync(join(root, name), 'utf8'));

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
  readonly runs: {
    readonly steps: readonly [{ readonly run: string; readonly env: Readonly<Record<string, string>> }];
  };
}
const action = yamlOf('action.yml') as Action;

const git = (...args: readonly string[]) => {
  const named = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args];
  const { status, stderr } = spawnSync('git', named, { cwd: tree, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
};
const pods = (...images: readonly string[]) =>
  images
    .map((image, index) => podYaml(`p${index}`, `{ containers: [{ name: a, image: '${image}' }] }`))
    .join('---\n');
const kubelet = (more: string) =>
  `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n${more}`;

/** A repository whose base has parallel pulls, and whose branch has them no more. */
beforeAll(() => {
  mkdirSync(join(tree, 'deploy'), { recursive: true });
  mkdirSync(bin);
  writeFileSync(join(bin, 'windlass'), `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`);
  chmodSync(join(bin, 'windlass'), 0o755);
  writeFileSync(
    join(tree, 'deploy/web.yaml'),
    stream(
      pods('acme/big:1', 'acme/small:1', 'acme/other:1'),
      scenarioYaml(
        'images: [{ name: acme/big:1, size: 900MB }, { name: acme/small:1, size: 5MB }, { name: acme/other:1, size: 9MB }]\narrivals: { pods: [{ match: p1, at: 1s }] }',
      ),
    ),
  );
  writeFileSync(join(tree, 'deploy/kubelet.yaml'), kubelet('serializeImagePulls: false\n'));
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'base');
  git('switch', '--quiet', '--create', 'branch');
  writeFileSync(
    join(tree, 'deploy/kubelet.yaml'),
    kubelet('imageMaximumGCAge: 1h\nserializeImagePulls: true\n'),
  );
  git('commit', '--quiet', '-am', 'branch');
  // As a clone has it.
  git('update-ref', 'refs/remotes/origin/main', 'main');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const summary = join(folder, 'summary.md');
const output = join(folder, 'output');
beforeEach(() => {
  for (const file of [summary, output]) rmSync(file, { force: true });
});

/** Runs the step of the action with these inputs, as GitHub does: those that are not given have their defaults. */
function runAction(inputs: Readonly<Record<string, string>>) {
  const [{ run, env }] = action.runs.steps;
  const given = Object.fromEntries(
    Object.entries(env).map(([name, text]) => {
      const [, input = ''] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text) ?? [];
      return [name, inputs[input] ?? action.inputs[input]?.default ?? ''];
    }),
  );
  return spawnSync('bash', ['-e', '-c', run], {
    cwd: tree,
    encoding: 'utf8',
    env: {
      ...process.env,
      ...given,
      WINDLASS: join(bin, 'windlass'),
      GITHUB_ACTION_PATH: root,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_OUTPUT: output,
      RUNNER_TEMP: folder,
    },
  });
}
const files = 'deploy/web.yaml deploy/kubelet.yaml';

describe('the GitHub Action', () => {
  test('has no input that its step does not get, and no text of an input in a script', () => {
    const [{ run, env }] = action.runs.steps;
    expect(Object.values(env).sort()).toEqual(
      Object.keys(action.inputs)
        .map((name) => `\${{ inputs.${name} }}`)
        .sort(),
    );
    expect(run).not.toContain('${{');
  });

  test('annotates findings, leaves SARIF, and has the run in the summary of the job', () => {
    const { status, stdout } = runAction({ files, 'fail-on': 'never' });
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^::(?:warning|notice) file=deploy\/kubelet\.yaml,line=3,col=\d+,title=windlass max-age-deletes-unused::/m,
      ),
    ]);
    expect(readFileSync(output, 'utf8')).toBe(`sarif=${join(folder, 'windlass.sarif')}\n`);
    expect(JSON.parse(readFileSync(join(folder, 'windlass.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
    });
    expect(readFileSync(summary, 'utf8')).toMatch(/^### Windlass: All 3 pods started/);
  });

  test('fails for what lint finds at the level that is asked for, after all else is told', () => {
    const { status } = runAction({ files, 'fail-on': 'warning' });
    expect(status).toBe(4);
    expect(readFileSync(summary, 'utf8')).toContain('All 3 pods started');
  });

  test('compares with the base branch, and fails where the condition holds', () => {
    const asked = { files, 'fail-on': 'never', base: 'main', seeds: '5' };
    const worse = runAction({ ...asked, 'fail-if': 'p50 timeToRunning worse by 10%\n' });
    expect([worse.status, worse.stderr]).toEqual([4, expect.stringContaining('--fail-if')]);
    expect(readFileSync(summary, 'utf8')).toMatch(/### Windlass: A and B\n\n\*\*With B, of 3 pods: /);
    expect(
      runAction({ ...asked, 'fail-if': 'pods worse by 90%\np50 bytesPulled worse by 900%' }).status,
    ).not.toBe(4);
    const trees = spawnSync('git', ['worktree', 'list'], { cwd: tree, encoding: 'utf8' }).stdout;
    expect(trees.trim().split('\n')).toHaveLength(1);
  });

  test('says that there is no such base', () => {
    const { status, stdout } = runAction({ files, 'fail-on': 'never', base: 'nowhere' });
    expect([status, stdout]).toEqual([
      2,
      expect.stringContaining('there is no branch or commit nowhere here'),
    ]);
  });

  test('takes what strangers write as names of files only', () => {
    const mark = join(folder, 'mark');
    runAction({ files: `deploy/web.yaml $(touch ${mark}) ;touch ${mark}`, base: `main; touch ${mark}` });
    expect(() => readFileSync(mark)).toThrow();
  });
});

describe('the examples for pipelines', () => {
  test('the workflow gives the action only inputs that it has, and all that it needs', () => {
    const { jobs } = yamlOf('examples/ci/github-workflow.yml') as {
      readonly jobs: { readonly windlass: { readonly steps: readonly { uses?: string; with?: object }[] } };
    };
    const step = jobs.windlass.steps.find(({ uses }) => uses?.startsWith('OWNER/windlass@'));
    const given = Object.keys(step?.with ?? {});
    expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(given));
    const needed = Object.entries(action.inputs).flatMap(([name, { required }]) => (required ? [name] : []));
    expect(given).toEqual(expect.arrayContaining(needed));
  });

  test("GitLab's job runs as it stands: it fails where the branch is slower, and keeps what it found", () => {
    const { windlass } = yamlOf('examples/ci/gitlab-ci.yml') as {
      readonly windlass: { readonly variables: Record<string, string>; readonly script: readonly string[] };
    };
    expect(windlass.variables).toHaveProperty('FAIL_IF');
    const script = windlass.script.filter((line) => !line.startsWith('npm install'));
    expect(script).toHaveLength(windlass.script.length - 1);
    const { status, stdout } = spawnSync('sh', ['-ec', script.join('\n')], {
      cwd: tree,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...windlass.variables,
        FAIL_IF: 'p50 timeToRunning worse by 10%',
        PATH: `${bin}:${process.env.PATH}`,
        CI_DEFAULT_BRANCH: 'main',
      },
    });
    git('worktree', 'remove', '--force', '../base');
    expect([status, stdout]).toEqual([4, expect.stringContaining('deploy/kubelet.yaml:3')]);
    expect(readFileSync(join(tree, 'windlass.md'), 'utf8')).toContain('| figure | A | B |');
  });

  test('the hook for pre-commit is there, and fails for an error in one of its files', () => {
    const [hook] = yamlOf('.pre-commit-hooks.yaml') as readonly [
      { id: string; entry: string; files: string },
    ];
    const config = yamlOf('examples/ci/pre-commit-config.yaml') as {
      readonly repos: readonly [{ readonly hooks: readonly { readonly id: string }[] }];
    };
    expect(config.repos[0].hooks.map(({ id }) => id)).toEqual([hook.id]);
    writeFileSync(join(tree, 'bad.yaml'), pods('Acme/Upper:1'));
    const run = (name: string) => {
      expect(name).toMatch(new RegExp(hook.files));
      return spawnSync('sh', ['-c', `${hook.entry} ${name}`], {
        cwd: tree,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
      }).status;
    };
    expect([run('deploy/web.yaml'), run('bad.yaml')]).toEqual([0, 4]);
  });
});
