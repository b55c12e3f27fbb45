// The first thing that the binary runs (scripts/build/build-binary.mjs): the program, which it has in itself as one
// text, is laid out once in the user's cache, since threads and modules that are loaded when they are needed are files.
const { createHash } = require('node:crypto');
const {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs');
const { homedir, tmpdir, userInfo } = require('node:os');
const { basename, dirname, join } = require('node:path');
const { getAsset } = require('node:sea');
const { pathToFileURL } = require('node:url');
const vm = require('node:vm');
const { brotliDecompressSync } = require('node:zlib');

const name = `windlass-${getAsset('version', 'utf8')}-${getAsset('digest', 'utf8').slice(0, 16)}`;

/** The folder of this user's caches, as freedesktop.org has it. */
function cacheFolder() {
  const said = process.env.XDG_CACHE_HOME;
  return join(said?.startsWith('/') ? said : join(homedir(), '.cache'), 'windlass');
}

/** Only what this user has made is run. */
function isOurs(folder) {
  const { uid } = userInfo();
  return existsSync(folder) && statSync(folder).uid === uid;
}

function layOut(folder) {
  const packed = Buffer.from(getAsset('program'));
  if (createHash('sha256').update(packed).digest('hex') !== getAsset('digest', 'utf8'))
    throw new Error('the binary is damaged: its program is not the one that was built into it');
  const files = JSON.parse(brotliDecompressSync(packed).toString('utf8'));
  for (const [path, base64] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), Buffer.from(base64, 'base64'));
  }
}

/** Returns the folder of the program. It is there whole or not at all, whoever else starts it at the same time. */
function programFolder() {
  const caches = cacheFolder();
  const folder = join(caches, name);
  if (isOurs(folder)) return folder;
  let parts;
  try {
    mkdirSync(caches, { recursive: true, mode: 0o700 });
    parts = mkdtempSync(join(caches, '.new-'));
  } catch {
    // No home, or none that can be written to: for this time only.
    parts = mkdtempSync(join(tmpdir(), 'windlass-'));
    process.on('exit', () => rmSync(parts, { recursive: true, force: true }));
    layOut(parts);
    return parts;
  }
  layOut(parts);
  try {
    renameSync(parts, folder);
  } catch {
    rmSync(parts, { recursive: true, force: true });
    if (!isOurs(folder)) throw new Error(`${folder} belongs to somebody else: remove it`);
  }
  return folder;
}

// kubectl finds its plugins by their names; a link to the binary may have that name, too.
const plugin = [process.argv0, process.execPath]
  .map((path) => /^kubectl(?:-|_complete-)windlass\b/.exec(basename(path))?.[0])
  .find((name) => name !== undefined);
const script = `${plugin ?? 'windlass'}.js`;
const program = join(programFolder(), 'node_modules/windlass/dist/command', script);
process.argv[1] = program;
// `import` in this script would only find what Node has itself. That Node calls the way around it experimental is no
// news for users.
const { emitWarning } = process;
process.emitWarning = (warning, ...more) => {
  if (!String(warning).includes('USE_MAIN_CONTEXT_DEFAULT_LOADER'))
    emitWarning.call(process, warning, ...more);
};
const load = new vm.Script('(address) => import(address)', {
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext();
load(pathToFileURL(program).href).catch((error) => {
  console.error(`windlass: ${error.message}`);
  process.exitCode = 1;
});
