import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** What scripts exit with where the oracle cannot be had; a test of Windlass has not failed then. */
export const noOracleExitCode = 3;

const cache = join(root, 'node_modules/.cache/windlass-oracle');

/**
 * Compiles the oracle of a release, unless its sources and Go are those it was compiled from, and returns the path of the
 * program. Where it cannot be had (no Go, no modules, no time) it says so in a sentence and ends this process.
 *
 * @param {{ release: string, version: string }} oracle
 * @param {{ limitSeconds?: number }} [options]
 */
export function buildOracle({ release, version }, { limitSeconds } = {}) {
  const go = goVersion();
  const module = join(root, 'test/oracle', release);
  const program = join(cache, release);
  const sources = createHash('sha256')
    .update(go)
    .update(sourcesOf(module))
    .update(sourcesOf(join(root, 'test/oracle/core')))
    .digest('hex');
  const stamp = `${program}.built-from`;
  if (existsSync(program) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return program;

  console.error(`oracle: compiling the image manager of Kubernetes ${version} (the first time it takes minutes)`);
  mkdirSync(cache, { recursive: true });
  const started = Date.now();
  const secondsSince = () => Math.round((Date.now() - started) / 1_000);
  /** Runs `go` in what is left of the limit, and returns whether it succeeded. */
  const succeeds = (stdout, ...args) => {
    const timeout = limitSeconds === undefined ? {} : { timeout: Math.max(1, limitSeconds - secondsSince()) * 1_000 };
    const done = spawnSync('go', args, { cwd: module, stdio: ['ignore', stdout, 'inherit'], ...timeout });
    if (done.error?.code !== 'ETIMEDOUT') return done.status === 0;
    return giveUp(`the build of ${release} took more than ${limitSeconds} s and was stopped; the next one goes on where it was`);
  };
  // Apart from the build, so that a module that cannot be had is told from code that does not compile.
  if (!succeeds('ignore', 'list', '-test', '-deps', '.')) {
    giveUp(`the modules of ${version} cannot be had: it needs ${requiredGo(module)} or later and a Go module proxy that can be reached`);
  }
  if (!succeeds('inherit', 'test', '-vet=off', '-c', '-o', program, '.')) {
    console.error(`oracle: test/oracle/${release} does not compile`);
    process.exit(1);
  }
  writeFileSync(stamp, sources);
  console.error(`oracle: compiled ${release} in ${secondsSince()} s`);
  return program;
}

function goVersion() {
  const asked = spawnSync('go', ['version'], { encoding: 'utf8' });
  if (asked.error === undefined && asked.status === 0) return asked.stdout.trim();
  return giveUp('Go is missing: install Go 1.26 or later (https://go.dev/dl) so that `go` is in the PATH, then run this again');
}

function requiredGo(module) {
  return /^go (\S+)$/m.exec(readFileSync(join(module, 'go.mod'), 'utf8'))?.[0] ?? 'Go';
}

function sourcesOf(folder) {
  const files = readdirSync(folder).filter((name) => /\.(go|mod|sum)$/.test(name));
  return files
    .sort()
    .map((name) => `${name}\n${readFileSync(join(folder, name), 'utf8')}`)
    .join('\n');
}

function giveUp(why) {
  console.error(`oracle: ${why}`);
  process.exit(noOracleExitCode);
}
