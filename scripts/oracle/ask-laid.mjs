// Asks functions of Kubernetes that are not exported: the module is copied, test/oracle/laid is laid into it,
// and random cases are recorded with what each release answers. Needed only for a new release.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { root } from '../run.mjs';
import { scriptOptions } from '../script-options.mjs';
import { goEnvironment, oracleReleases } from './oracle-releases.mjs';

/** The releases that differ in what is asked. */
const releases = oracleReleases.filter(({ release }) => ['v1.37', 'v1.36'].includes(release));

/** Returns as many cases as `--cases` says, drawn by `--seed`. */
export function drawnCases(arbitrary, count) {
  const string = (byDefault) => ({ type: 'string', default: byDefault });
  const { values } = scriptOptions({ options: { cases: string(count), seed: string('1') } }, [
    'cases',
    'seed',
  ]);
  return fc.sample(arbitrary, { seed: Number(values.seed), numRuns: Number(values.cases) });
}

/** The programs that answer, by release (`1.37`): compiled once for all questions. */
let programs;

/**
 * Returns a function that answers cases, one release after the other.
 *
 * @param {string} question a command of test/oracle/laid/cmd/main.go
 */
export function askLaid(question) {
  programs ??= releases.map(({ release, version }) => {
    console.error(`compiling ${version} (minutes)`);
    return [release.slice(1), programOf(release, version)];
  });
  return (cases) =>
    programs.map(([release, program]) => {
      const input = cases.map((one) => `${JSON.stringify(one)}\n`).join('');
      const answered = String(execFileSync(program, [question], { input, maxBuffer: 2 ** 30 }));
      return [
        release,
        answered
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ];
    });
}

/**
 * Writes the cases, each with its answers below the name that they are given: by release, or just the
 * answers, where all releases give the same to all cases.
 */
export function writeRecorded(file, cases, name, answers) {
  const isOne = new Set(answers.map(([, all]) => JSON.stringify(all))).size === 1;
  const answersTo = (index) =>
    isOne ? answers[0][1][index] : Object.fromEntries(answers.map(([release, all]) => [release, all[index]]));
  const lines = cases.map((one, index) => `${JSON.stringify({ ...one, [name]: answersTo(index) })}\n`);
  writeFileSync(join(root, file), gzipSync(lines.join(''), { level: 9 }));
  console.error(
    `${file}: ${cases.length} cases of ${answers.map(([release]) => release).join(' and ')}, which ${isOne ? 'agree' : 'differ'}`,
  );
}

/** Returns the path of a program that answers for this release. */
function programOf(release, version) {
  const module = join(root, 'test/oracle', release);
  const go = (...args) =>
    execFileSync('go', args, {
      cwd: module,
      env: goEnvironment(release),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  const folder = mkdtempSync(join(tmpdir(), 'windlass-laid-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const kubernetes = join(folder, 'kubernetes');
  const { Dir: upstream } = JSON.parse(go('mod', 'download', '-json', `k8s.io/kubernetes@${version}`));
  // Folders of Go's cache are read-only.
  execFileSync('cp', ['-R', upstream, kubernetes]);
  execFileSync('chmod', ['-R', 'u+w', kubernetes]);
  const lay = (from, to) =>
    cpSync(join(root, 'test/oracle/laid', from), join(kubernetes, to), { recursive: true });
  lay('kuberuntime', 'pkg/kubelet/kuberuntime');
  lay('kubelet', 'pkg/kubelet');
  lay('controllers', 'pkg/controller');
  lay('podtopologyspread', 'pkg/scheduler/framework/plugins/podtopologyspread');
  lay('cmd', 'cmd/windlass');
  const modfile = join(folder, 'go.mod');
  const core = readFileSync(join(module, 'go.mod'), 'utf8').replaceAll(
    '=> ../',
    `=> ${join(root, 'test/oracle')}/`,
  );
  writeFileSync(modfile, core.replace(/^replace \($/m, `replace (\n\tk8s.io/kubernetes => ${kubernetes}`));
  cpSync(join(module, 'go.sum'), join(folder, 'go.sum'));
  const program = join(folder, 'windlass');
  go(
    'build',
    `-modfile=${modfile}`,
    '-mod=mod',
    '-trimpath',
    '-o',
    program,
    'k8s.io/kubernetes/cmd/windlass',
  );
  return program;
}
