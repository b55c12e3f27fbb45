// Records what computePodActions of real kubelets plans for random pods: `node scripts/oracle/record-plans.mjs [--cases 1500 --seed 1]`.
// The function is not exported, so the module is copied, and test/oracle/plans laid into it. Needed only for a new release.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { root } from '../run.mjs';
import { scriptOptions } from '../script-options.mjs';
import { oracleReleases } from './oracle-releases.mjs';

const { values } = scriptOptions({ options: { cases: { type: 'string', default: '1500' }, seed: { type: 'string', default: '1' } } }, [
  'cases',
  'seed',
]);
/** The releases that differ in what they plan. */
const releases = oracleReleases.filter(({ release }) => ['v1.37', 'v1.36'].includes(release));

const cases = fc.sample(arbitraryCase(), { seed: Number(values.seed), numRuns: Number(values.cases) });
const lines = cases.map((one) => `${JSON.stringify(one)}\n`).join('');

const answers = releases.map(({ release, version }) => {
  console.error(`record-plans: compiling ${version} (minutes)`);
  const answered = execFileSync(programOf(release, version), { input: lines, maxBuffer: 2 ** 30 });
  return [release.slice(1), String(answered).trim().split('\n')];
});
const recorded = cases.map((one, index) => {
  const planned = Object.fromEntries(answers.map(([release, plans]) => [release, JSON.parse(plans[index])]));
  return `${JSON.stringify({ ...one, plans: planned })}\n`;
});
writeFileSync(join(root, 'test/kubelet/pods/recorded-plans.ndjson.gz'), gzipSync(recorded.join(''), { level: 9 }));
console.error(`record-plans: ${cases.length} cases of ${releases.map(({ version }) => version).join(' and ')}`);

/** Returns the path of a program that answers each case with the plan of this release. */
function programOf(release, version) {
  const module = join(root, 'test/oracle', release);
  const go = (...args) => execFileSync('go', args, { cwd: module, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const folder = mkdtempSync(join(tmpdir(), 'windlass-plans-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const kubernetes = join(folder, 'kubernetes');
  const { Dir: upstream } = JSON.parse(go('mod', 'download', '-json', `k8s.io/kubernetes@${version}`));
  // Folders of Go's cache are read-only.
  execFileSync('cp', ['-R', upstream, kubernetes]);
  execFileSync('chmod', ['-R', 'u+w', kubernetes]);
  const kuberuntime = join(kubernetes, 'pkg/kubelet/kuberuntime');
  cpSync(join(root, 'test/oracle/plans/plan.go'), join(kuberuntime, 'windlass_plan.go'));
  cpSync(join(root, 'test/oracle/plans/main'), join(kubernetes, 'cmd/windlass-plans'), { recursive: true });
  const modfile = join(folder, 'go.mod');
  const core = readFileSync(join(module, 'go.mod'), 'utf8').replaceAll('=> ../', `=> ${join(root, 'test/oracle')}/`);
  writeFileSync(modfile, core.replace(/^replace \($/m, `replace (\n\tk8s.io/kubernetes => ${kubernetes}`));
  cpSync(join(module, 'go.sum'), join(folder, 'go.sum'));
  const program = join(folder, 'plans');
  go('build', `-modfile=${modfile}`, '-mod=mod', '-trimpath', '-o', program, 'k8s.io/kubernetes/cmd/windlass-plans');
  return program;
}

/** Pods, and what the runtime may say of each: a sandbox, and containers that need not fit each other. */
function arbitraryCase() {
  const rule = fc.record({
    action: fc.constantFrom('Restart', 'RestartAllContainers'),
    operator: fc.constantFrom('In', 'NotIn'),
    exitCodes: fc.constantFrom([1], [0, 3], [7]),
  });
  const policy = fc.constantFrom('Always', 'OnFailure', 'Never');
  const plain = (policies) => {
    const restart = fc.record({ policy: policies, rules: fc.array(rule, { maxLength: 2 }) });
    return fc.record({ sidecar: fc.constant(false), restart: fc.option(restart, { nil: undefined }) });
  };
  // An init container with a policy of Always is a sidecar.
  const init = fc.oneof(plain(fc.constantFrom('OnFailure', 'Never')), fc.constant({ sidecar: true }));
  const named = (prefix, kinds, limits) =>
    fc.array(kinds, limits).map((found) => found.map((kind, index) => ({ name: `${prefix}-${index}`, image: 'app:1', ...kind })));
  const specs = fc.record({
    initContainers: named('init', init, { maxLength: 3 }),
    containers: named('app', plain(policy), { minLength: 1, maxLength: 3 }),
    ephemeralContainers: named('debug', fc.constant({ sidecar: false }), { maxLength: 1 }),
    sandbox: fc.constantFrom('ready', 'ready', 'ready', 'ready', 'none', 'notReady'),
  });
  const rest = { restartPolicy: policy, isDeleted: oneIn(20), isReset: oneIn(20) };
  return specs.chain(({ sandbox, ...all }) => {
    const known = sandbox === 'none' ? [] : Object.values(all).flat();
    const statuses = fc.tuple(...known.map(({ name }) => fc.option(arbitraryStatus(name, sandbox), { freq: 4, nil: undefined })));
    const those = statuses.map((list) => list.filter((status) => status !== undefined));
    return fc.record({
      ...rest,
      ...Object.fromEntries(Object.entries(all).map(([key, list]) => [key, fc.constant(list)])),
      sandbox: fc.constant(sandbox),
      statuses: those,
    });
  });
}

function arbitraryStatus(name, sandbox) {
  const made = { name: fc.constant(name), isActive: fc.constant(true), exitCode: fc.constant(0), image: fc.constant('app:1') };
  const exited = { state: fc.constant('exited'), exitCode: fc.constantFrom(0, 0, 1, 3, 7), isActive: fc.constantFrom(true, true, false) };
  const over = fc.record({ ...made, ...exited });
  if (sandbox !== 'ready') return over;
  const running = fc.record({ ...made, state: fc.constant('running'), image: fc.constantFrom('app:1', 'app:1', 'app:1', 'app:2') });
  return fc.oneof(over, running, fc.record({ ...made, state: fc.constant('created') }));
}

function oneIn(count) {
  return fc.integer({ min: 1, max: count }).map((drawn) => drawn === 1);
}
