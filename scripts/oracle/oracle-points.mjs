import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { goEnvironment } from './oracle-releases.mjs';

/** The files of Kubernetes, below pkg/kubelet, that get points at which another goroutine may go first. */
const instrumentedFiles = [
  'images/image_manager.go',
  'images/puller.go',
  'images/helpers.go',
  'images/image_gc_manager.go',
  'images/pullmanager/image_pull_manager.go',
  'images/pullmanager/fs_pullrecords.go',
  'images/pullmanager/mem_pullrecords.go',
  'images/pullmanager/locks.go',
  'kuberuntime/kuberuntime_image.go',
];

/**
 * Copies the Kubernetes of a release and writes points into its image manager (test/oracle/core/instrument). Returns
 * the arguments with which `go` compiles that copy.
 *
 * @param {{ release: string, version: string }} oracle
 * @param {string} cache the folder for the copy
 * @returns {readonly string[]}
 */
export function instrumentedModule({ release, version }, cache) {
  const module = join(root, 'test/oracle', release);
  const env = goEnvironment(release);
  const go = (cwd, ...args) =>
    execFileSync('go', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const { Dir: upstream } = JSON.parse(
    go(module, 'mod', 'download', '-json', `k8s.io/kubernetes@${version}`),
  );
  const folder = join(cache, `kubernetes-${version}`);
  const kubernetes = join(folder, 'kubernetes');
  if (!existsSync(join(folder, 'go.mod'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    execFileSync('cp', ['-R', upstream, kubernetes]);
    // Folders of Go's cache are read-only.
    execFileSync('chmod', ['-R', 'u+w', kubernetes]);
  }
  const files = instrumentedFiles.map((file) => join('pkg/kubelet', file));
  for (const file of files) cpSync(join(upstream, file), join(kubernetes, file), { force: true });
  go(join(root, 'test/oracle/core'), 'run', './instrument', ...files.map((file) => join(kubernetes, file)));
  const modfile = join(folder, 'go.mod');
  const written = readFileSync(join(module, 'go.mod'), 'utf8')
    .replaceAll('=> ../', `=> ${join(root, 'test/oracle')}/`)
    .replace(/^replace \($/m, `replace (\n\tk8s.io/kubernetes => ${kubernetes}`);
  writeFileSync(modfile, written);
  cpSync(join(module, 'go.sum'), join(folder, 'go.sum'));
  return [`-modfile=${modfile}`, '-mod=mod', '-trimpath'];
}
