// Rebuilds the layers of the Online Boutique's images from the packages that their builds install, and adds
// up what they would have in a registry: node scripts/rebuild/rebuild-images.mjs [IMAGE…]. It needs go, uv,
// npm, mvn and strip, and takes about ten minutes the first time. What it prints is `rebuilt` in
// docs/published.md; CI does not run it.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from '../markdown-table.mjs';
import { root } from '../run.mjs';
import { exitWith, scriptOptions } from '../script-options.mjs';
import { asOf, recipes } from './recipes.mjs';

const { positionals: images } = scriptOptions({ allowPositionals: true });
const unknown = images.find((image) => !recipes.some((recipe) => recipe.image === image));
if (unknown !== undefined) exitWith(`knows ${recipes.map(({ image }) => image).join(', ')}, not ${unknown}`);

const builders = { go: buildGo, python: buildPython, node: buildNode, java: buildJava };
const folder = mkdtempSync(join(tmpdir(), 'windlass-rebuild-'));
try {
  const rows = recipes
    .filter(({ image }) => images.length === 0 || images.includes(image))
    .map((recipe) => {
      const own = builders[recipe.kind](recipe, join(folder, recipe.image));
      return [recipe.image, megabytes(recipe.base), megabytes(own), megabytes(recipe.base + own)];
    });
  console.log(markdownTable(['image', 'base', 'own layers', 'rebuilt'], rows));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * A program that links the service's libraries and uses them in the same way, built as the Dockerfile builds.
 * Returns its layer's bytes.
 */
function buildGo({ image }, to) {
  cpSync(join(root, 'scripts/rebuild/go'), to, { recursive: true });
  const env = { CGO_ENABLED: '0', GOFLAGS: '-mod=mod', GOOS: 'linux', GOARCH: 'amd64' };
  run('go', ['mod', 'tidy'], to, env);
  run('go', ['build', '-ldflags=-s -w', '-o', `out/${image}`, `./${image}`], to, env);
  return layerBytes(join(to, 'out'));
}

/**
 * The packages with their bytecode; where the Dockerfile copies the whole library, that and pip, too: of the
 * Python that runs here.
 */
function buildPython({ packages, libc, copied }, to) {
  const target = ['--python-version', '3.14', '--python-platform', `x86_64-unknown-linux-${libc}`];
  run('uv', [
    'pip',
    'install',
    '--quiet',
    '--target',
    join(to, 'packages'),
    '--no-build',
    '--exclude-newer',
    asOf,
    ...target,
    ...packages,
  ]);
  run('python3', ['-m', 'compileall', '-qq', join(to, 'packages')]);
  if (copied) {
    const library = run('python3', ['-c', "import sysconfig; print(sysconfig.get_path('stdlib'))"]).trim();
    const left =
      '-name test -o -name tests -o -name idle_test -o -name __pycache__ -o -name lib2to3 -o -name "config-3*"';
    const shell = `cp -r ${library} lib && mv lib/site-packages/pip pip && rm -r lib/site-packages
      find lib pip -depth -type d \\( ${left} \\) -exec rm -r {} +; find lib -name '*.so' -exec strip --strip-all {} +`;
    run('sh', ['-ec', shell], to);
  }
  return layerBytes(to);
}

/** What npm installs for production, without the native part of the profiler. */
function buildNode({ image, packages }, to) {
  mkdirSync(to);
  writeFileSync(
    join(to, 'package.json'),
    JSON.stringify({ name: image, version: '0.0.1', dependencies: packages }),
  );
  run(
    'npm',
    ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', `--before=${asOf}`],
    to,
  );
  return layerBytes(to);
}

/**
 * The jars of the compile and of the run-time class path: the Dockerfile copies the folder of the build,
 * which has both.
 */
function buildJava({ image, packages }, to) {
  mkdirSync(to);
  const tag = (name, text) => `<${name}>${text}</${name}>`;
  const dependencies = packages.map((one) => {
    const [group, artifact, version, scope = 'compile'] = one.split(':');
    return tag(
      'dependency',
      tag('groupId', group) + tag('artifactId', artifact) + tag('version', version) + tag('scope', scope),
    );
  });
  const project =
    tag('modelVersion', '4.0.0') + tag('groupId', image) + tag('artifactId', image) + tag('version', '1');
  writeFileSync(join(to, 'pom.xml'), tag('project', project + tag('dependencies', dependencies.join(''))));
  for (const scope of ['compile', 'runtime'])
    run(
      'mvn',
      [
        '-q',
        '-B',
        '-Dstyle.color=never',
        'dependency:copy-dependencies',
        `-DincludeScope=${scope}`,
        `-DoutputDirectory=jars/${scope}`,
      ],
      to,
    );
  return layerBytes(join(to, 'jars'));
}

/** The bytes of a folder as a layer: what BuildKit makes of it is within a hundredth of this. */
function layerBytes(layer) {
  return Number(run('sh', ['-c', 'tar --sort=name --owner=0 --group=0 -cf - . | gzip -6 | wc -c'], layer));
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(1);
}

function run(command, args, cwd = folder, env = {}) {
  return execFileSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
