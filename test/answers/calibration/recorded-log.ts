import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readRecordedRuns } from '../../../tools/validation/read-recorded-runs.ts';
import type { RecordedEvent, RecordedRun } from '../../../tools/validation/recorded-run.ts';
import { root } from '../../tidy/sources.ts';

/** The recorded runs of the files `e1-order`, … that went over a link of this limit, with one runtime. */
export function recordedRuns(
  files: readonly string[],
  runtime: '1.6.20' | '2.4.2',
  linkBytesPerSecond: number,
): readonly RecordedRun[] {
  return files
    .flatMap((file) =>
      readRecordedRuns(file, readFileSync(join(root, 'test/validation/runs', `${file}.ndjson`), 'utf8')),
    )
    .filter(
      ({ header }) => header.config.runtime === runtime && header.registry.totalBps === linkBytesPerSecond,
    );
}

/** What containerd would have logged of these runs, one after another. `debug`: with requests and layers. */
export function recordedLog(runs: readonly RecordedRun[], level: 'info' | 'debug'): string {
  let startMs = Date.UTC(2026, 10, 21, 10);
  const lines: { readonly ms: number; readonly text: string }[] = [];
  for (const run of runs) {
    let lastMs = 0;
    const images = new Map<string, string>();
    for (const event of run.events) {
      if (event.ev === 'pull.start') images.set(event.pull, event.image);
      lastMs = Math.max(lastMs, event.ms, 'end' in event ? event.end : 0);
      for (const [ms, kind, message, fields] of linesOf(event, run, images, level)) {
        lines.push({ ms: startMs + ms, text: `level=${kind} msg=${JSON.stringify(message)}${fields}` });
      }
    }
    startMs += lastMs + 2_000;
  }
  return lines
    .sort((a, b) => a.ms - b.ms)
    .map(({ ms, text }) => `time="${time(ms)}" ${text}\n`)
    .join('');
}

type Line = readonly [ms: number, level: string, message: string, fields: string];

function linesOf(
  event: RecordedEvent,
  { header }: RecordedRun,
  images: ReadonlyMap<string, string>,
  level: 'info' | 'debug',
): readonly Line[] {
  if (event.ev === 'pull.start') return [[event.ms, 'info', `PullImage "localhost:5000/${event.image}"`, '']];
  if (event.ev === 'pull.end') {
    const image = images.get(event.pull) ?? '';
    const name = `localhost:5000/${image}`;
    if (!event.ok) return [[event.ms, 'error', `PullImage "${name}" failed`, ' error=x']];
    const layers = header.images[image]?.layers ?? [];
    const size = layers.reduce((sum, { bytes }) => sum + bytes, 0);
    return [
      [
        event.ms,
        'info',
        `Pulled image "${name}" with image id "sha256:1", repo tag "${name}", repo digest "", size "${size}" in ${event.dur}ms`,
        '',
      ],
      [event.ms, 'info', `PullImage "${name}" returns image reference "sha256:1"`, ''],
    ];
  }
  if (level === 'info') return [];
  if (event.ev === 'unpack') {
    const fields = ` d=${(event.end - event.ms).toFixed(3)}ms media=application/vnd.oci.image.layer.v1.tar+gzip size=${event.size}`;
    return [[event.end, 'debug', 'diff applied', fields]];
  }
  if (event.ev !== 'http' || event.first === undefined || event.kind === 'other') return [];
  const url = `url="http://localhost:5000/v2/x/${event.kind}/${event.blob.replace('/', '-')}"`;
  return [
    [event.ms, 'debug', 'do request', ` request.method=${event.method} ${url}`],
    [event.first, 'debug', 'fetch response received', ` response.status="${event.status} OK" ${url}`],
  ];
}

function time(ms: number): string {
  const micros = String(Math.round((ms % 1) * 1_000) % 1_000).padStart(3, '0');
  return new Date(Math.floor(ms)).toISOString().replace('Z', `${micros}000Z`);
}
