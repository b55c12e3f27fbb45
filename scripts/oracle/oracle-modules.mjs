// Writes go.mod and go.sum of the oracle's modules anew: `node scripts/oracle/oracle-modules.mjs [v1.36…]`.
// Needed only for a new release. Kubernetes names its staging modules as folders of its own repository; here
// they are the published ones.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { goEnvironment, oracleReleases } from './oracle-releases.mjs';

const folder = join(root, 'test/oracle');
const wanted = process.argv.slice(2);

const goIn = (cwd, env, ...args) =>
  execFileSync('go', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

goIn(join(folder, 'core'), process.env, 'mod', 'tidy');
for (const { release, version, published, toolchain = 'go1.26' } of oracleReleases) {
  if (wanted.length > 0 && !wanted.includes(release)) continue;
  const module = join(folder, release);
  const go = (cwd, ...args) => goIn(cwd, goEnvironment(release), ...args);
  const upstream = readFileSync(
    JSON.parse(go(folder, 'mod', 'download', '-json', `k8s.io/kubernetes@${version}`)).GoMod,
    'utf8',
  );
  const staging = [
    ...new Set([...upstream.matchAll(/(k8s\.io\/[a-z-]+) => \.\/staging/g)].map(([, name]) => name)),
  ].sort();
  const replaced = [...new Set([...staging, ...Object.keys(published)])].sort();
  const versionOf = (name) => published[name] ?? version.replace(/^v1\./, 'v0.');
  writeFileSync(
    join(module, 'go.mod'),
    `module windlass/oracle/${release}

${/go(\d+\.\d+)/.exec(toolchain)[0].replace('go', 'go ')}

require (
\tk8s.io/kubernetes ${version}
\twindlass/oracle/adapters v0.0.0
\twindlass/oracle/core v0.0.0
)

replace (
\twindlass/oracle/adapters => ../adapters
\twindlass/oracle/core => ../core
${replaced.map((name) => `\t${name} => ${name} ${versionOf(name)}`).join('\n')}
)
`,
  );
  rmSync(join(module, 'go.sum'), { force: true });
  // Not `go mod tidy`: it looks for the tests of Kubernetes too, and what they need was not all published.
  go(module, 'list', '-mod=mod', '-test', '-deps', './...');
  console.log(`${release}: ${staging.length} staging modules of ${version}`);
}
