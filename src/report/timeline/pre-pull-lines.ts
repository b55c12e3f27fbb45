import type { TraceRecord } from '../../trace/record.ts';
import type { PrePull } from '../phases/pre-pulls.ts';
import { visibleText } from '../text/visible-text.ts';

/**
 * Returns what kubeadm itself prints for a pre-pull: for its preflight check, or for `kubeadm config images pull`. The texts are those of
 * cmd/phases/init/preflight.go, preflight/checks.go (RunChecks) and cmd/config.go (v1.36.3).
 */
export function kubeadmLines(prePull: PrePull, as: 'preflight' | 'config'): string[] {
  if (as === 'preflight') {
    return [
      '[preflight] Pulling images required for setting up a Kubernetes cluster',
      '[preflight] This might take a minute or two, depending on the speed of your internet connection',
      "[preflight] You can also perform this action beforehand using 'kubeadm config images pull'",
      ...(prePull.errors.length === 0 ? [] : ['[preflight] Some fatal errors occurred:']),
      ...prePull.errors.map((error) => `\t[ERROR ImagePull]: ${visibleText(error)}`),
    ];
  }
  return prePull.images.flatMap(({ image, state, error }) => {
    if (state === 'pulled') return [`[config/images] Pulled ${visibleText(image)}`];
    return error === undefined ? [] : [`failed to pull image ${JSON.stringify(image)}: ${visibleText(error)}`];
  });
}

/** Returns what happened to each image with its time, as kubeadm logs it with `--v=1` and the CRI's errors, one line each. */
export function formatPrePullEvents(records: readonly TraceRecord[], { atMs }: { readonly atMs?: number } = {}): string {
  const lines = records.flatMap((record) => {
    if (record.type !== 'prePull' || record.at > (atMs ?? record.at)) return [];
    const said = sayingOf(record);
    return said === undefined ? [] : [`${(record.at / 1000).toFixed(3).padStart(9)}s  ${visibleText(said)}\n`];
  });
  return lines.join('');
}

function sayingOf(record: Extract<TraceRecord, { type: 'prePull' }>): string | undefined {
  const { state, image = '', attempt, error = '', policy, parallel, errors = [] } = record;
  switch (state) {
    case 'started':
      if (policy === 'Never') return 'skipping the pull of all images due to policy: Never';
      return `using image pull policy: ${policy}${parallel === true ? '; pulling all images in parallel' : ''}`;
    case 'present':
      return `image exists: ${image}`;
    case 'pulling':
      return attempt === 1 ? `pulling: ${image}` : `pulling: ${image} (try ${attempt})`;
    case 'pulled':
      return `done pulling: ${image}`;
    case 'failed':
      return `try ${attempt} of ${image} failed: ${error}`;
    case 'gaveUp':
      return error;
    case 'interrupted':
      return 'the node went down';
    case 'finished':
      return errors.length === 0
        ? 'the check ImagePull passed'
        : `the check ImagePull found ${errors.length} error${errors.length === 1 ? '' : 's'}`;
    case 'inspecting':
      return undefined;
  }
}
