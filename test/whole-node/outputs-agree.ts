import { csvParse } from 'd3-dsv';
import { csvTable } from '../../src/reports/csv/csv-table.ts';
import { podPhases } from '../../src/reports/phases/pod-phases.ts';
import { podRows } from '../../src/reports/pods.ts';
import { summarize } from '../../src/reports/summary/summary.ts';
import type { TraceRecord } from '../../src/trace/record.ts';

/**
 * What kubectl shows of a pod whose kubelet has told the latest, and what the figures may count it as then.
 */
const statesOf: readonly (readonly [RegExp, string])[] = [
  [/^Running$/, 'running'],
  [
    /^(?:ContainerCreating|PodInitializing|CrashLoopBackOff|(?:Init:)?(?:ErrImagePull|ImagePullBackOff|InvalidImageName|CreateContainerError)|Init:\d+\/\d+)$/,
    'notRunning',
  ],
];

/**
 * Returns in what the outputs of one run tell other counts and times than its summary, at its end and in its
 * middle.
 */
export function outputsDisagree(records: readonly TraceRecord[]): string[] {
  const endMs = records.at(-1)?.at ?? 0;
  return [endMs, Math.round(endMs * 610) / 1000].flatMap((atMs) => disagreeAt(records, atMs));
}

function disagreeAt(records: readonly TraceRecord[], atMs: number): string[] {
  const { pods, pulls, failures, backOffs, timeToRunningMs } = summarize(records, atMs);
  const lines = csvParse(csvTable(records, atMs)).filter(({ kind }) => kind !== 'prePull');
  const sum = (column: string) => lines.reduce((total, line) => total + Number(line[column]), 0);
  const phases = podPhases(records, atMs).pods;
  const times = phases.flatMap(({ timeToRunningMs: ms }) =>
    ms === undefined ? [] : [Math.round(ms * 1000)],
  );
  const rows = podRows(records, atMs);
  const told = records.filter(({ at }) => at <= atMs);
  const gone = told.filter((record) => record.type === 'pod' && record.state === 'deleted').length;
  // A line is of a container; the sandbox of its pod has none.
  const ofContainers = failures.filter(({ reason }) => reason !== 'FailedCreatePodSandBox');
  const counts: readonly (readonly [what: string, ofSummary: number, other: number])[] = [
    ['pulls in CSV', pulls.calls, sum('pulls')],
    ['failures in CSV', ofContainers.reduce((total, { count }) => total + count, 0), sum('failures')],
    ['back-offs in CSV', backOffs, sum('back_offs')],
    ['pods of the table', pods.total - gone, rows.length],
    [
      'microseconds to running',
      Math.round((timeToRunningMs?.max ?? -1) * 1000),
      times.length === 0 ? -1000 : Math.max(...times),
    ],
  ];
  const isRebooted = told.some((record) => record.type === 'node' && record.state === 'rebooting');
  const states = new Map(phases.map(({ pod, state }) => [`${pod.namespace}/${pod.name}`, state]));
  const startUp = new Set(
    phases.flatMap(({ pod, containers }) =>
      containers.some(({ lastPhase }) => lastPhase === 'startingUp' || lastPhase === 'readingImage')
        ? [`${pod.namespace}/${pod.name}`]
        : [],
    ),
  );
  const others = (isRebooted ? [] : rows).flatMap(({ namespace, name, status, isBehind }) => {
    const expected = statesOf.find(([statuses]) => statuses.test(status))?.[1];
    const state = states.get(`${namespace}/${name}`);
    // kubectl shows Running, and no probe of a run says that the container is not ready.
    if (startUp.has(`${namespace}/${name}`) && expected === 'running') return [];
    if (isBehind || expected === undefined || state === expected) return [];
    return [`${name} is ${status} in the table, and ${state} in the figures, at ${atMs} ms`];
  });
  return [
    ...counts.flatMap(([what, ofSummary, other]) =>
      ofSummary === other ? [] : [`${what}: ${other}, in the summary ${ofSummary}, at ${atMs} ms`],
    ),
    ...others,
  ];
}
