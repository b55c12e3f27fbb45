// Makes what a release consists of, and stops before anything is published: `npm run release -- --version 0.2.0
// --repository owner/name`. Into release/VERSION/: the tarball of the package with its version, README and provenance
// fields, the binary for linux-x64, the same as a plugin of kubectl with its manifest for krew, the part of the change
// log, and SHA256SUMS. The tree itself stays as it is;
// `--without-binary` leaves the binary out, `--trial` takes a tree with changes that are not committed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { root } from '../run.mjs';
import { endScript, scriptOptions } from '../script-options.mjs';
import { krewManifest, pluginArchive, pluginProgram } from './krew-manifest.mjs';
import { packageReadme } from './package-readme.mjs';
import { releasedManifest, releaseNotes } from './released-texts.mjs';

const { values } = scriptOptions({
  options: {
    version: { type: 'string' },
    repository: { type: 'string' },
    out: { type: 'string', default: join(root, 'release') },
    'without-binary': { type: 'boolean', default: false },
    trial: { type: 'boolean', default: false },
  },
});
const { version = '', repository = '' } = values;
if (!/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)) refuse('--version takes a version such as 0.2.0');
if (!/^[\w.-]+\/[\w.-]+$/.test(repository))
  refuse('--repository takes owner/name on GitHub: npm shows it, and provenance is checked against it');

function refuse(sentence) {
  console.error(sentence);
  endScript(2);
}

function output(command, args, cwd = root) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Packs the binary under the name by which it is the plugin, with the licence; the same files give the same bytes. */
function packPlugin(binary, archive) {
  const stage = join(work, 'plugin');
  mkdirSync(stage);
  cpSync(binary, join(stage, pluginProgram));
  chmodSync(join(stage, pluginProgram), 0o755);
  cpSync(join(root, 'LICENSE'), join(stage, 'LICENSE'));
  const alike = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--mode=u=rwX,go=rX'];
  output('tar', ['-czf', archive, ...alike, '-C', stage, 'LICENSE', pluginProgram]);
}

if (!values.trial && output('git', ['status', '--porcelain']) !== '')
  refuse('the tree has changes that are not committed');

const work = mkdtempSync(join(tmpdir(), 'windlass-release-'));
try {
  const stage = join(work, 'package');
  const [{ files }] = JSON.parse(
    output('npm', ['pack', '--dry-run', '--ignore-scripts', '--json', '--silent']),
  );
  for (const { path } of files) {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    cpSync(join(root, path), join(stage, path));
  }
  const read = (name) => readFileSync(join(root, name), 'utf8');
  const commit = output('git', ['rev-parse', 'HEAD']).trim();
  const manifest = releasedManifest(JSON.parse(read('package.json')), { version, repository, commit });
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  writeFileSync(join(stage, 'README.md'), packageReadme(read('README.md'), { repository, version }));
  const made = join(work, 'made');
  mkdirSync(made);
  output('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', made], stage);
  writeFileSync(join(made, 'CHANGES.md'), releaseNotes(read('CHANGELOG.md'), version));
  const sumOf = (name) =>
    createHash('sha256')
      .update(readFileSync(join(made, name)))
      .digest('hex');
  if (!values['without-binary']) {
    const binary = join(made, 'windlass-linux-x64');
    output(process.execPath, ['scripts/build/build-binary.mjs', '--out', binary]);
    packPlugin(binary, join(made, pluginArchive));
    writeFileSync(
      join(made, 'windlass.yaml'),
      krewManifest({ version, repository, sha256: sumOf(pluginArchive) }),
    );
  }
  const sums = readdirSync(made)
    .sort()
    .map((name) => `${sumOf(name)}  ${name}\n`);
  writeFileSync(join(made, 'SHA256SUMS'), sums.join(''));
  const place = join(values.out, version);
  rmSync(place, { recursive: true, force: true });
  mkdirSync(values.out, { recursive: true });
  cpSync(made, `${place}.new`, { recursive: true });
  renameSync(`${place}.new`, place);
  console.log(sums.join('').trimEnd());
  console.log(`
Nothing is published. By hand, after a look at ${place}:
  git tag v${version} ${commit} && git push origin v${version}
  npm publish ${join(place, `windlass-${version}.tgz`)} --provenance    # in CI of ${repository}, which signs it
  gh release create v${version} --notes-file ${join(place, 'CHANGES.md')} ${place}/*`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
