// Builds windlass as one file for linux-x64, with Node in it: `npm run build:binary` writes dist/windlass-linux-x64.
// `--out FILE`: another place.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';
import { brotliCompressSync, constants } from 'node:zlib';
import { inject } from 'postject';
import { root } from '../run.mjs';
import { endScript, scriptOptions } from '../script-options.mjs';

const { values } = scriptOptions({
  options: { out: { type: 'string', default: join(root, 'dist/windlass-linux-x64') } },
});
if (process.platform !== 'linux' || process.arch !== 'x64') {
  console.error('the binary is made of the Node that runs this script, and only for linux-x64');
  endScript(3);
}

/** By this name Node finds that it has a program in itself. */
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The packages that the program loads at run time, with theirs. */
function packagesOf(names, found = new Set()) {
  for (const name of names) {
    if (found.has(name)) continue;
    found.add(name);
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
    );
    packagesOf(Object.keys(dependencies), found);
  }
  return found;
}

/** Peers that are installed apart and are in the binary all the same: who tests a runtime has one file on its node. */
const withinBinary = ['@grpc/grpc-js', '@grpc/proto-loader'];

/** The program of these packages is in a folder of this name; elsewhere it has only sources. */
const programInSrc = /^\/(?:@grpc|protobufjs)\//;

function isNeeded(path) {
  if (/\.(?:d\.[cm]?ts|ts|map|md|markdown)$|\/(?:test|tests|docs)\//.test(path)) return false;
  return programInSrc.test(path) || !path.includes('/src/');
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns the files of the program by their paths in the folder that it is laid out in. */
function programFiles() {
  const files = new Map();
  const add = (path, file) => files.set(path, readFileSync(file).toString('base64'));
  for (const part of ['package.json', ...manifest.files.filter((name) => !name.startsWith('!'))]) {
    const place = join(root, part);
    const all = statSync(place).isDirectory() ? filesIn(place) : [place];
    for (const file of all) {
      const path = relative(root, file);
      if (
        !manifest.files.includes(`!${path.split('/').slice(0, 2).join('/')}`) &&
        !path.startsWith('dist/library')
      )
        add(`node_modules/windlass/${path}`, file);
    }
  }
  const peers = Object.keys(manifest.peerDependencies).filter(
    (name) => !manifest.peerDependenciesMeta[name]?.optional,
  );
  for (const name of packagesOf([...Object.keys(manifest.dependencies), ...peers, ...withinBinary]))
    for (const file of filesIn(join(root, 'node_modules', name)))
      if (isNeeded(file.slice(root.length + 'node_modules'.length))) add(relative(root, file), file);
  return files;
}

const work = mkdtempSync(join(tmpdir(), 'windlass-binary-'));
try {
  const text = JSON.stringify(Object.fromEntries([...programFiles()].sort(([a], [b]) => (a < b ? -1 : 1))));
  const program = brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });
  const at = (name) => join(work, name);
  writeFileSync(at('program'), program);
  writeFileSync(at('version'), manifest.version);
  writeFileSync(at('digest'), createHash('sha256').update(program).digest('hex'));
  const config = {
    main: join(root, 'scripts/build/binary/start.cjs'),
    output: at('blob'),
    disableExperimentalSEAWarning: true,
    assets: { program: at('program'), version: at('version'), digest: at('digest') },
  };
  writeFileSync(at('config.json'), JSON.stringify(config));
  const made = spawnSync(process.execPath, ['--experimental-sea-config', at('config.json')], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`node --experimental-sea-config: ${made.stderr}`);
  // Written whole or not at all.
  copyFileSync(process.execPath, at('node'));
  chmodSync(at('node'), 0o755);
  await inject(at('node'), 'NODE_SEA_BLOB', readFileSync(at('blob')), { sentinelFuse: fuse });
  copyFileSync(at('node'), values.out);
  chmodSync(values.out, 0o755);
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(
  `${relative(root, values.out)}: ${Math.round(statSync(values.out).size / 1e6)} MB, with Node ${process.version}`,
);
