import type { HeaderRecord } from '../../trace/record.ts';

/**
 * What the what-if panel begins with: the first node's settings in force, by field of the KubeletConfiguration, and what the
 * command line's options would change: `kubeletVersion`, `profile`, `runtime`, `seed`, `horizonMs`, `linkBytesPerSecond` where
 * there is a limit, and `runtimeOptions` where the runtime's configuration says anything.
 */
export function settingsToBeginWith({ seed, horizonMs, nodes }: HeaderRecord): Readonly<Record<string, unknown>> {
  const [node] = nodes;
  if (node === undefined) return { seed, horizonMs };
  const { kubelet, kubeletVersion, profile, runtime, runtimeOptions, linkBytesPerSecond } = node;
  const link = linkBytesPerSecond === undefined ? {} : { linkBytesPerSecond };
  const options = runtimeOptions === undefined ? {} : { runtimeOptions };
  return { ...kubelet, kubeletVersion, profile, runtime, ...options, ...link, seed, horizonMs };
}
