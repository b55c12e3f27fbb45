import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tidy/sources.ts';

const npmEnv = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false' };

/**
 * Packs this tree with its dist/ and makes the folder a project that has the tarball installed: from the registry, or where that is out
 * of reach with our own copies of the dependencies. Returns the paths in the tarball.
 */
export function installPackage(folder: string): readonly string[] {
  const packed: unknown = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--json', '--silent', '--pack-destination', folder], root));
  const [{ filename, files }] = packed as [{ filename: string; files: { path: string }[] }];
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'elsewhere', private: true, type: 'module' }));
  try {
    run('npm', ['install', '--prefer-offline', '--fetch-retries=0', `./${filename}`], folder);
  } catch {
    installWithoutNetwork(folder, filename);
  }
  return files.map(({ path }) => path);
}

/** What `npm install` would lay out, with our own copies of the dependencies. */
function installWithoutNetwork(folder: string, tarball: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  run('tar', ['-xzf', tarball], folder);
  run('mv', ['package', 'node_modules/windlass'], folder);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.') && !existsSync(join(modules, name))) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  symlinkSync('../windlass/dist/src/cli/main.js', join(modules, '.bin/windlass'));
}

/** Runs a command there and returns its stdout. Throws with both streams where it fails. */
export function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, env: npmEnv, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}\n${stdout}${stderr}`);
  return stdout;
}
