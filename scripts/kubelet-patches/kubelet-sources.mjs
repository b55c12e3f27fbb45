// The sources of the kubelet's patch releases, from the Go module proxy.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { goEnvironment } from '../oracle/oracle-releases.mjs';
import { root } from '../run.mjs';

const cache = join(root, 'node_modules/.cache/windlass-kubelet-sources');

/** The folders and files of the image path; a folder stands for the files directly in it. */
const scope = [
  'pkg/kubelet/images',
  'pkg/kubelet/images/pullmanager',
  'pkg/kubelet/pleg',
  'pkg/kubelet/container',
  'pkg/kubelet/events',
  'pkg/kubelet/kuberuntime/kuberuntime_container.go',
  'pkg/kubelet/kuberuntime/kuberuntime_image.go',
  'pkg/kubelet/kuberuntime/kuberuntime_manager.go',
  'pkg/kubelet/kuberuntime/kuberuntime_sandbox.go',
  'pkg/kubelet/eviction/eviction_manager.go',
  'pkg/kubelet/eviction/defaults_linux.go',
  'pkg/kubelet/metrics/metrics.go',
  'pkg/kubelet/util/pod_startup_latency_tracker.go',
  'pkg/kubelet/pod_workers.go',
  'pkg/kubelet/reason_cache.go',
  'pkg/kubelet/apis/config/v1beta1/defaults.go',
  'pkg/features/kube_features.go',
  'pkg/util/parsers/parsers.go',
];
const leftOut = /_test\.go$|\/testing|fake|mock|windows|zz_generated/;

/** Returns the sources of a version (`1.30.5`) as a map from path to text; undefined if the proxy refuses it. */
export function kubeletSource(version) {
  const folder = join(cache, version);
  if (!existsSync(folder) && !isRefused(version)) download(version, folder);
  return existsSync(folder) ? sourcesIn(folder) : undefined;
}

function sourcesIn(folder) {
  const files = scope.flatMap((path) => {
    if (path.endsWith('.go')) return existsSync(join(folder, path)) ? [path] : [];
    if (!existsSync(join(folder, path))) return [];
    return readdirSync(join(folder, path)).flatMap((name) =>
      name.endsWith('.go') ? [`${path}/${name}`] : [],
    );
  });
  return new Map(
    files
      .filter((path) => !leftOut.test(path))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}

/** A module cache of its own keeps 250 MB a version out of the user's. */
function download(version, folder) {
  const modules = join(cache, `modules-${version}`);
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(modules, 'go.mod'), 'module windlass/kubelet-patches\n');
  const release = `v${version.split('.').slice(0, 2).join('.')}`;
  const env = { ...goEnvironment(release), GOMODCACHE: join(modules, 'mod'), GOFLAGS: '-modcacherw' };
  try {
    execFileSync('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${version}`], {
      cwd: modules,
      env,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    const source = join(modules, `mod/k8s.io/kubernetes@v${version}`);
    for (const path of scope) {
      if (!existsSync(join(source, path))) continue;
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(join(source, path), join(folder, path), { recursive: true });
    }
  } catch {
    writeFileSync(join(cache, 'refused'), `${[...refusedVersions(), version].join('\n')}\n`);
  }
  rmSync(modules, { recursive: true, force: true });
}

/** Returns the versions that the proxy has refused; asked once. */
export function refusedVersions() {
  const file = join(cache, 'refused');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
}

function isRefused(version) {
  return refusedVersions().includes(version);
}
