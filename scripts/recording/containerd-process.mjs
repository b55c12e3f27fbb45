// A containerd of its own: an empty store in a folder that goes with it, and a socket there.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns the version that a containerd says it has, as `1.7.35`. */
export function containerdVersion(path) {
  const { stdout, error } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  if (error) throw error;
  const [, version] = /\bv?(\d+\.\d+\.\d+)/.exec(stdout) ?? [];
  if (version === undefined) throw new Error(`${path} says no version: ${stdout}`);
  return version;
}

/** So long may a containerd take to start, or to end. */
const patienceMs = 30_000;

/**
 * Starts a containerd and resolves when it answers. Its files lie on a tmpfs of `diskBytes`, if that is not null;
 * `hosts` are the `hosts.toml` of registries, by their names.
 *
 * @param {string} path
 * @param {{ configOf: (paths: object) => string, hosts: Record<string, string>, diskBytes: number | null }} options
 */
export async function startContainerd(path, { configOf, hosts, diskBytes }) {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-record-'));
  const paths = {
    root: join(folder, 'root'),
    state: join(folder, 'state'),
    socket: join(folder, 'containerd.sock'),
    registries: join(folder, 'registries'),
  };
  for (const [host, text] of Object.entries(hosts)) {
    mkdirSync(join(paths.registries, host), { recursive: true });
    writeFileSync(join(paths.registries, host, 'hosts.toml'), text);
  }
  if (diskBytes !== null) mountTmpfs(paths.root, diskBytes);
  const [configPath, logPath] = [join(folder, 'config.toml'), join(folder, 'log')];
  writeFileSync(configPath, configOf(paths));
  const log = openSync(logPath, 'a');
  const child = spawn(path, ['--config', configPath], { stdio: ['ignore', log, log] });
  closeSync(log);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const readLog = () => readFileSync(logPath, 'utf8');
  const stop = async () => {
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(patienceMs)]);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    unmountBelow(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  for (let waitedMs = 0; !/successfully booted/.test(readLog()); waitedMs += 20) {
    if (child.exitCode !== null || waitedMs > patienceMs) {
      const text = readLog();
      await stop();
      throw new Error(`${path} did not start: ${text.slice(-2_000)}`);
    }
    await sleep(20);
  }
  return { paths, folder, readLog, stop };
}

function mountTmpfs(folder, bytes) {
  const mounted = spawnSync('sh', [
    '-c',
    `mkdir -p "$0" && mount -t tmpfs -o size=${bytes} tmpfs "$0"`,
    folder,
  ]);
  if (mounted.status !== 0) throw new Error(`no tmpfs: ${mounted.stderr}`);
}

/** What a pull that was cut off has mounted would keep the folder from being removed. */
function unmountBelow(folder) {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`));
  for (const path of mounts.reverse()) spawnSync('umount', ['-l', path]);
}
