import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { endScript } from '../script-options.mjs';
import { instrumentedModule } from './oracle-points.mjs';
import { goEnvironment } from './oracle-releases.mjs';

/** What scripts exit with where the oracle cannot be had; a test of Windlass has not failed then. */
export const noOracleExitCode = 3;

const cache = join(root, 'node_modules/.cache/windlass-oracle');

/**
 * Returns the path of an oracle's program, as `oracleProgram` makes it. Where it cannot be had it says so in
 * a sentence and ends this process.
 *
 * @param {{ release: string, version: string, kind: string, folder: string, program: string }} oracle
 * @param {{ limitSeconds?: number, hasPoints?: boolean }} [options]
 */
export function buildOracle(oracle, options) {
  const built = oracleProgram(oracle, options);
  if (built.program !== undefined) return built.program;
  console.error(`oracle: ${built.missing}`);
  return endScript(noOracleExitCode);
}

/**
 * Compiles an oracle, unless its sources and Go are those it was compiled from, and returns the path of the
 * program, or in a sentence why it cannot be had (no Go, no modules, no time). Code that does not compile
 * ends this process. With `hasPoints` its kubelet can run in other orders (test/oracle/core/orders).
 *
 * @param {{ release: string, version: string, kind: string, folder: string, program: string }} oracle
 * @param {{ limitSeconds?: number, hasPoints?: boolean }} [options]
 * @returns {{ program: string, missing?: undefined } | { program?: undefined, missing: string }}
 */
export function oracleProgram(
  { release, version, kind, folder, program },
  { limitSeconds, hasPoints = false } = {},
) {
  const env = goEnvironment(release);
  const go = goVersion(env);
  if (go === undefined) {
    const { GOTOOLCHAIN: toolchain } = env;
    const isAlone = goVersion(process.env) === undefined;
    return {
      missing: isAlone
        ? 'Go is missing: install Go 1.26 or later (https://go.dev/dl) so that `go` is in the PATH, then run this again'
        : `the toolchain ${toolchain}, which ${version} needs, cannot be had: a Go module proxy has to be reached`,
    };
  }
  const module = join(root, 'test/oracle', release);
  const name = hasPoints ? `${program}-with-points` : program;
  const file = join(cache, name);
  const builtFrom = sourcesDigest(go, module, folder);
  const stamp = `${file}.built-from`;
  if (existsSync(file) && existsSync(stamp) && readFileSync(stamp, 'utf8') === builtFrom)
    return { program: file };

  console.error(
    `oracle: compiling the oracle of ${kind} from Kubernetes ${version} (the first time it takes minutes)`,
  );
  mkdirSync(cache, { recursive: true });
  const started = Date.now();
  const secondsSince = () => Math.round((Date.now() - started) / 1_000);
  let isOutOfTime = false;
  /** Runs `go` in what is left of the limit, and returns whether it succeeded. */
  const succeeds = (stdout, ...args) => {
    const timeout =
      limitSeconds === undefined ? {} : { timeout: Math.max(1, limitSeconds - secondsSince()) * 1_000 };
    const done = spawnSync('go', args, {
      cwd: module,
      env,
      stdio: ['ignore', stdout, 'inherit'],
      ...timeout,
    });
    isOutOfTime = done.error?.code === 'ETIMEDOUT';
    return done.status === 0;
  };
  const outOfTime = {
    missing: `the build of ${name} took more than ${limitSeconds} s and was stopped; the next one goes on where it was`,
  };
  // Apart from the build, so that a module that cannot be had is told from code that does not compile.
  if (!succeeds('ignore', 'list', '-test', '-deps', `./${folder}`)) {
    if (isOutOfTime) return outOfTime;
    return {
      missing: `the modules of ${version} cannot be had: it needs ${requiredGo(module)} or later and a Go module proxy that can be reached`,
    };
  }
  const withPoints = hasPoints ? instrumentedModule({ release, version }, cache) : [];
  if (!succeeds('inherit', 'test', ...withPoints, '-vet=off', '-c', '-o', file, `./${folder}`)) {
    if (isOutOfTime) return outOfTime;
    console.error(`oracle: test/oracle/${release}/${folder} does not compile`);
    endScript(1);
  }
  writeFileSync(stamp, builtFrom);
  console.error(`oracle: compiled ${name} in ${secondsSince()} s`);
  return { program: file };
}

/** Returns a digest of everything that an oracle is compiled from, Kubernetes' own code apart. */
function sourcesDigest(go, module, folder) {
  const core = join(root, 'test/oracle/core');
  const shared = ['orders', 'instrument', folder].map((part) => join(core, part));
  const sources = createHash('sha256').update(go);
  const adapters = foldersBelow(join(root, 'test/oracle/adapters'));
  for (const part of [module, join(module, folder), core, ...shared, ...adapters])
    sources.update(sourcesOf(part));
  return sources.digest('hex');
}

/**
 * Returns what `go version` prints; undefined where Go is missing, or the toolchain that the release needs cannot
 * be had.
 */
function goVersion(env) {
  const asked = spawnSync('go', ['version'], { env, encoding: 'utf8' });
  return asked.error === undefined && asked.status === 0 ? asked.stdout.trim() : undefined;
}

function requiredGo(module) {
  return /^go (\S+)$/m.exec(readFileSync(join(module, 'go.mod'), 'utf8'))?.[0] ?? 'Go';
}

function foldersBelow(folder) {
  const below = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return [folder, ...below.map(({ parentPath, name }) => join(parentPath, name)).sort()];
}

function sourcesOf(folder) {
  const files = readdirSync(folder).filter((name) => /\.(go|s|mod|sum)$/.test(name));
  return files
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n');
}
