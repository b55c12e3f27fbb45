import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { pluginArchive } from '../../scripts/release/krew-manifest.mjs';
import { packageReadme } from '../../scripts/release/package-readme.mjs';
import { root } from '../tidy/sources.ts';
import { krewProblems } from './krew-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-binary-test-'));
const release = join(folder, 'release/9.8.7');
const binary = join(release, 'windlass-linux-x64');
const caches = join(folder, 'caches');
const isBuilt = process.platform === 'linux' && process.arch === 'x64';

/** Runs a program where there is no Node to be found, in a folder with one manifest. */
function runAlone(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return spawnSync(binary, [...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: '/nowhere', HOME: folder, XDG_CACHE_HOME: caches, ...env },
  });
}

const node = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(root, 'dist/command/windlass.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });

describe.runIf(isBuilt)('a release', () => {
  beforeAll(() => {
    copyFileSync(join(root, 'examples/web-rollout.yaml'), join(folder, 'web-rollout.yaml'));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [
        'scripts/release/release.mjs',
        ...[
          '--version',
          '9.8.7',
          '--repository',
          'owner/windlass',
          '--trial',
          '--out',
          join(folder, 'release'),
        ],
      ],
      { cwd: root, encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Nothing is published.');
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('can ask a container runtime, for which the package needs gRPC', () => {
    const { status, stderr } = runAlone(['test', '--cri', '/nowhere/cri.sock', '--runs', '0', '-q']);
    expect([status, stderr]).toEqual([
      3,
      expect.stringContaining('--cri /nowhere/cri.sock: there is no socket /nowhere/cri.sock'),
    ]);
  });

  test('has a tarball, a binary, what changed, and the sums of all', () => {
    const names = readdirSync(release).sort();
    expect(names).toEqual([
      'CHANGES.md',
      'SHA256SUMS',
      pluginArchive,
      'windlass-9.8.7.tgz',
      'windlass-linux-x64',
      'windlass.yaml',
    ]);
    const sums = readFileSync(join(release, 'SHA256SUMS'), 'utf8').trim().split('\n');
    expect(sums).toEqual(
      names
        .filter((name) => name !== 'SHA256SUMS')
        .map(
          (name) =>
            `${createHash('sha256')
              .update(readFileSync(join(release, name)))
              .digest('hex')}  ${name}`,
        ),
    );
    expect(readFileSync(join(release, 'CHANGES.md'), 'utf8')).toMatch(/^## 9\.8\.7\n/);
  });

  test('the package says where it comes from, and its README is for who has no clone', () => {
    const text = (name: string) =>
      spawnSync('tar', ['-xzOf', join(release, 'windlass-9.8.7.tgz'), `package/${name}`], {
        encoding: 'utf8',
      }).stdout;
    expect(JSON.parse(text('package.json'))).toMatchObject({
      version: '9.8.7',
      engines: { node: '>=20.19' },
      repository: { type: 'git', url: 'git+https://github.com/owner/windlass.git' },
      publishConfig: { access: 'public', provenance: true },
    });
    expect(JSON.parse(text('package.json'))).not.toHaveProperty('devDependencies');
    const readme = text('README.md');
    expect(readme).toBe(
      packageReadme(readFileSync(join(root, 'README.md'), 'utf8'), {
        repository: 'owner/windlass',
        version: '9.8.7',
      }),
    );
    expect(readme).toContain('npx windlass run deployment.yaml');
    expect(readme).not.toContain('npm ci');
    for (const [, link = ''] of readme.matchAll(/\]\(([^)]+)\)/g)) expect(link).toMatch(/^https:\/\//);
  });

  test('the binary gives the same bytes as the package, without any Node, from its first start on', () => {
    for (const args of [
      ['run', 'web-rollout.yaml', '-o', 'json'],
      ['sweep', 'web-rollout.yaml', '--vary', 'maxParallelImagePulls=1..3', '--seeds', '2', '--workers', '2'],
      ['lint', 'web-rollout.yaml'],
      ['run', 'nothing.yaml'],
    ]) {
      const [alone, ours] = [runAlone(args), node(...args)];
      expect([args, alone.status, alone.stdout, alone.stderr]).toEqual([
        args,
        ours.status,
        ours.stdout,
        ours.stderr,
      ]);
    }
    const [laidOut = '', ...others] = readdirSync(join(caches, 'windlass'));
    expect([laidOut, others]).toEqual([expect.stringMatching(/^windlass-\d+\.\d+\.\d+-[0-9a-f]{16}$/), []]);
    expect(statSync(join(caches, 'windlass')).mode & 0o077).toBe(0);
  });

  test('the archive for krew has a program that is the plugin, and the checksum that its manifest names', () => {
    const manifest = parse(readFileSync(join(release, 'windlass.yaml'), 'utf8'));
    const [platform] = manifest.spec.platforms;
    expect(krewProblems('windlass.yaml', manifest)).toEqual([]);
    expect(platform.uri).toBe(`https://github.com/owner/windlass/releases/download/v9.8.7/${pluginArchive}`);
    const archive = readFileSync(join(release, pluginArchive));
    expect(platform.sha256).toBe(createHash('sha256').update(archive).digest('hex'));
    const installed = join(folder, 'krew');
    mkdirSync(installed);
    spawnSync('tar', ['-xzf', join(release, pluginArchive), '-C', installed]);
    // krew wants a licence among the files.
    expect(readdirSync(installed).sort()).toEqual(['LICENSE', platform.bin]);
    symlinkSync(binary, join(folder, 'kubectl-windlass'));
    for (const program of [join(installed, platform.bin), join(folder, 'kubectl-windlass')]) {
      const env = { PATH: '/nowhere', HOME: folder, XDG_CACHE_HOME: caches };
      const help = spawnSync(program, [], { encoding: 'utf8', env });
      expect([help.status, help.stdout]).toEqual([0, expect.stringMatching(/^Usage: kubectl windlass /)]);
      const why = spawnSync(program, ['why', 'web-0'], { encoding: 'utf8', env });
      expect([why.status, why.stderr]).toEqual([3, expect.stringContaining('kubectl is not on the PATH')]);
    }
    const completion = join(folder, 'kubectl_complete-windlass');
    symlinkSync(binary, completion);
    const env = { PATH: '/nowhere', HOME: folder, XDG_CACHE_HOME: caches };
    const { stdout } = spawnSync(completion, ['lint', '--sa'], { encoding: 'utf8', env });
    expect(stdout).toBe('--save\tkeep there what kubectl answered\n:4\n');
  });

  test('the binary runs where there is no cache, and leaves nothing behind', () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    const { status, stdout } = runAlone(['run', 'web-rollout.yaml', '-o', 'summary'], {
      XDG_CACHE_HOME: join(file, 'below'),
      TMPDIR: temporary,
    });
    expect([status, stdout]).toEqual([0, node('run', 'web-rollout.yaml', '-o', 'summary').stdout]);
    expect(readdirSync(temporary)).toEqual([]);
  });
});

test.each([
  [[], '--version takes a version such as 0.2.0'],
  [['--version', 'two'], '--version takes a version such as 0.2.0'],
  [['--version', '1.0.0'], '--repository takes owner/name on GitHub'],
])('a release with %j is refused in a sentence', (args, sentence) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release/release.mjs', ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining(sentence)]);
});
