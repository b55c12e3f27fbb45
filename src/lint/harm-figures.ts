import type { HarmFigure } from './lint-rule.ts';

/** The figures by which the harm of a finding is shown. */
export const harmFigures = {
  slowestPod: { name: 'time until the slowest pod runs', unit: 'ms', of: ({ timeToRunningMs }) => timeToRunningMs?.max ?? Infinity },
  middlePod: { name: 'time until half of the pods run', unit: 'ms', of: ({ timeToRunningMs }) => timeToRunningMs?.p50 ?? Infinity },
  notRunning: { name: 'pods that do not run', unit: 'count', of: ({ pods }) => pods.notRunning + pods.rejected },
  pulls: { name: 'pulls', unit: 'count', of: ({ pulls }) => pulls.calls },
  failures: {
    name: 'containers that failed for their image',
    unit: 'count',
    of: ({ failures }) => failures.reduce((sum, { count }) => sum + count, 0),
  },
  downloaded: { name: 'bytes downloaded', unit: 'bytes', of: ({ bytes }) => bytes.downloadedBytes },
  diskPressure: { name: 'times that a node was under disk pressure', unit: 'count', of: ({ nodes }) => nodes.diskPressure },
  imagesRemoved: { name: 'images removed', unit: 'count', of: ({ nodes }) => nodes.imagesRemoved },
  gcFailures: { name: 'rounds of image GC that failed', unit: 'count', of: ({ nodes }) => nodes.gcFailures },
  knownBugs: {
    name: 'times that a known bug was met',
    unit: 'count',
    of: ({ knownBugs }) => knownBugs.reduce((sum, { times }) => sum + times, 0),
  },
} as const satisfies Readonly<Record<string, HarmFigure>>;
