// Writes the lines of the kubelet's sources at which it decides, for each release of the profiles:
// `node scripts/upstream-lines.mjs [FOLDER]`. Without a folder of sources it takes them from the Go module proxy
// into a temporary one. Needed only for a new release or a new place.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run.mjs';

const images = 'pkg/kubelet/images';
const manager = `${images}/image_manager.go`;
const puller = `${images}/puller.go`;
const helpers = `${images}/helpers.go`;
const records = `${images}/pullmanager/image_pull_manager.go`;

/**
 * Each place by anchors, of which the first that is found counts. `block`: the innermost braces around the
 * anchor; `opens`: the block that the anchor's line opens; `line`: that line alone.
 * @type {Readonly<Record<string, readonly (readonly [file: string, anchor: RegExp, how: 'block' | 'opens' |
 *   'line', inFunction?: string])[]>>}
 */
const places = {
  invalidName: [[manager, /Failed to apply default image tag/, 'block']],
  inspects: [[manager, /imageService\.GetImageRef\(/, 'line']],
  pullsUnseen: [
    [manager, /case v1\.PullAlways:/, 'line'],
    [manager, /imageService\.GetImageRef\(/, 'line'],
  ],
  inspectFailed: [[manager, /Failed to inspect image %q: %v/, 'block']],
  usesPresent: [[manager, /already present on machine"/, 'block']],
  asksRecords: [[manager, /imagePullManager\.MustAttemptImagePull\(/, 'line']],
  neverAbsent: [
    [manager, /&& pullPolicy == v1\.PullNever \{/, 'opens'],
    [manager, /events\.ErrImageNeverPullPolicy/, 'line'],
  ],
  neverInaccessible: [[manager, /if pullPolicy == v1\.PullNever \{/, 'opens', 'EnsureImageExists']],
  pullNeeded: [
    [manager, /if !shouldPullImage\(/, 'opens', 'EnsureImageExists'],
    [manager, /return m\.pullImage\(/, 'line'],
    [manager, /backOffKey := /, 'line'],
  ],
  backOffActive: [[manager, /backOff\.IsInBackOffSinceUpdate\(/, 'opens']],
  backOffClear: [[manager, /events\.PullingImage,/, 'line']],
  pullFailed: [[manager, /if imagePullResult\.err != nil \{/, 'opens']],
  pulled: [[manager, /Successfully pulled image/, 'line']],
  asksSize: [
    [puller, /imageService\.GetImageSize\(/, 'line'],
    [puller, /imageService\.PullImage\(/, 'line'],
  ],
  takesSlot: [
    [puller, /tokens <- struct\{\}/, 'line'],
    [puller, /go func\(\) \{/, 'opens'],
  ],
  servesNext: [[puller, /range sip\.pullRequests/, 'line']],
  unlimited: [[helpers, /if qps == 0\.0 \{/, 'opens']],
  takesToken: [[helpers, /limiter\.TryAccept\(\)/, 'opens']],
  refusesToken: [[helpers, /pull QPS exceeded/, 'line']],
  policyAllows: [[records, /\.RequireCredentialVerificationForImage\(/, 'opens', 'MustAttemptImagePull']],
  recordUnreadable: [[records, /Unable to access cache records/, 'block', 'MustAttemptImagePull']],
  intentOpen: [[records, /getIntentCounterForImage\(image\) > 0/, 'line', 'MustAttemptImagePull']],
  noRecord: [[records, /if pulledRecord == nil \{/, 'opens', 'MustAttemptImagePull']],
  otherName: [[records, /if !ok \{/, 'opens', 'MustAttemptImagePull']],
  withoutSecret: [[records, /if cachedCreds\.NodePodsAccessible \{/, 'opens', 'MustAttemptImagePull']],
  noCredential: [[records, /if len\(cachedCreds\.KubernetesSecrets\) == 0/, 'opens', 'MustAttemptImagePull']],
  podCredentials: [
    [records, /getPodCredentials\(\)$/, 'line', 'MustAttemptImagePull'],
    [records, /len\(podSecrets\)|range podSecrets/, 'line', 'MustAttemptImagePull'],
  ],
  credentialMatches: [[records, /range podSecrets \{/, 'opens', 'MustAttemptImagePull']],
};

const profiles = readFileSync(join(root, 'src/rules/kubelet/profiles/profiles.ts'), 'utf8');
const versions = [...new Set([...profiles.matchAll(/version: '([^']+)'/g)].map(([, version]) => version))];
const [given] = process.argv.slice(2);
const folder = given ?? mkdtempSync(join(tmpdir(), 'windlass-upstream-'));
const wanted = [...new Set(Object.values(places).flatMap((anchors) => anchors.map(([file]) => file)))];

for (const version of versions) fetchSources(version);
const table = Object.fromEntries(
  Object.entries(places).map(([place, anchors]) => [place, rowsOf(place, anchors)]),
);
if (given === undefined) rmSync(folder, { recursive: true });
writeFileSync(
  join(root, 'src/rules/kubelet/upstream/upstream-lines.ts'),
  `// Written by scripts/upstream-lines.mjs from the sources of each release.\n\n/**\n * Where the kubelet decides, by place: its file, its function, and its lines in each release that has it.\n */\nexport const upstreamLines = ${JSON.stringify(table, undefined, 2)} as const satisfies Readonly<Record<string, readonly { readonly file: string; readonly function: string; readonly lines: string }[]>>;\n\n/** A place in the kubelet's sources that decides something. */\nexport type UpstreamPlace = keyof typeof upstreamLines;\n`,
);
execFileSync(
  'npx',
  ['--no-install', 'biome', 'check', '--write', 'src/rules/kubelet/upstream/upstream-lines.ts'],
  { cwd: root, stdio: 'inherit' },
);

function fetchSources(version) {
  const own = join(folder, `v${version}`);
  mkdirSync(own, { recursive: true });
  if (existsSync(join(own, name(manager)))) return;
  const zip = join(own, 'module.zip');
  const url = `https://proxy.golang.org/k8s.io/kubernetes/@v/v${version}.zip`;
  execFileSync('curl', ['-sSf', '--max-time', '300', '-o', zip, url], { stdio: 'inherit' });
  // Exit code 11: an old release has not every file. A place without lines is left out below.
  spawnSync('unzip', ['-qoj', zip, ...wanted.map((file) => `*/${file}`), '-d', own]);
  rmSync(zip);
}

function name(file) {
  return file.slice(file.lastIndexOf('/') + 1);
}

function rowsOf(place, anchors) {
  const rows = new Map();
  for (const version of versions) {
    for (const [file, anchor, how, inFunction] of anchors) {
      const path = join(folder, `v${version}`, name(file));
      const found = existsSync(path)
        ? find(readFileSync(path, 'utf8').split('\n'), anchor, how, inFunction)
        : undefined;
      if (found === undefined) continue;
      const key = `${file} ${found.function}`;
      const row = rows.get(key) ?? { file, function: found.function, lines: [] };
      rows.set(key, row);
      row.lines.push(`${version}:${found.from === found.to ? found.from : `${found.from}-${found.to}`}`);
      break;
    }
  }
  if (rows.size === 0) throw new Error(`${place}: in no release`);
  return [...rows.values()].map((row) => ({ ...row, lines: row.lines.join(' ') }));
}

function find(lines, anchor, how, inFunction) {
  const functionAt = (at) => {
    for (let line = at; line >= 0; line -= 1) {
      const match = /^func (?:\([^)]*\) )?(\w+)/.exec(lines[line] ?? '');
      if (match !== null) return match[1];
    }
    return undefined;
  };
  const at = lines.findIndex(
    (line, index) =>
      anchor.test(line) &&
      !/^\s*\/\//.test(line) &&
      functionAt(index) !== undefined &&
      (inFunction === undefined || functionAt(index) === inFunction),
  );
  if (at < 0) return undefined;
  const indent = (line) => /^\t*/.exec(line)?.[0].length ?? 0;
  let from = at;
  if (how === 'block')
    while (from > 0 && !(indent(lines[from]) < indent(lines[at]) && lines[from].endsWith('{'))) from -= 1;
  let to = how === 'line' ? at : from + 1;
  if (how !== 'line')
    while (to < lines.length && !(indent(lines[to]) <= indent(lines[from]) && lines[to].trim() !== ''))
      to += 1;
  return { function: functionAt(at), from: from + 1, to: to + 1 };
}
