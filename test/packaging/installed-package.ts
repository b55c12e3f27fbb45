import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../tidy/sources.ts';

const npmEnv = { ...process.env, npm_config_update_notifier: 'false' };

interface PackedFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** What `npm pack` made: bytes of the tarball, and what is in it. */
export interface Packed {
  readonly size: number;
  readonly files: readonly PackedFile[];
}

/**
 * Packs this tree with its dist/ and makes the folder a project in which the tarball is laid out as npm
 * would: beside it stand the packages that it says it needs, our own copies, and no others.
 */
export function installPackage(folder: string): Packed {
  const packed: unknown = JSON.parse(
    run('npm', ['pack', '--ignore-scripts', '--json', '--silent', '--pack-destination', folder], root),
  );
  const [{ filename, size, files }] = packed as [Packed & { filename: string }];
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'elsewhere', private: true, type: 'module' }),
  );
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  run('tar', ['-xzf', filename], folder);
  run('mv', ['package', 'node_modules/windlass'], folder);
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync(join(modules, 'windlass/package.json'), 'utf8'),
  ) as { dependencies: object; peerDependencies: object; peerDependenciesMeta: object };
  // npm installs peers, too, unless they are optional.
  const peers = Object.keys(peerDependencies).filter((name) => !(name in peerDependenciesMeta));
  for (const name of [...Object.keys(dependencies), ...peers]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  symlinkSync('../windlass/dist/command/windlass.js', join(modules, '.bin/windlass'));
  return { size, files };
}

/** Runs a command there and returns its stdout. Throws with both streams where it fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: npmEnv,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}
