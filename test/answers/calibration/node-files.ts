import { formatGoDuration } from '../../../src/rules/kubelet/go/go-duration.ts';
import { imageLocation } from '../../../src/rules/runtime/images/image-location.ts';
import type { SimulationInput } from '../../../src/run/simulation-input.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';

/**
 * What a node's owner could collect of a simulated run, in the formats of the real programs (containerd
 * 2.4.2, Kubernetes 1.36).
 */

const epochMs = Date.UTC(2026, 10, 21, 10);

export interface LogStyle {
  readonly level: 'info' | 'debug';
  /** As containerd 1.6 logs: no size, no duration. */
  readonly old?: boolean;
  readonly json?: boolean;
}

interface Line {
  readonly at: number;
  readonly level: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string | number>>;
}

/** containerd's log of a run of one node. */
export function containerdLog(
  records: readonly TraceRecord[],
  input: SimulationInput,
  { level, old = false, json = false }: LogStyle,
): string {
  const lines: Line[] = [];
  const calls = new Map<string, number>();
  const unpacks = new Map<string, number>();
  const info = (at: number, message: string) => lines.push({ at, level: 'info', message });
  for (const record of records) {
    if (record.type === 'runtime' && record.op === 'PullImage') {
      calls.set(record.actor, record.at);
      info(record.at, `PullImage ${quoted(record.image ?? '')}`);
    }
    if (record.type === 'runtime-return' && record.op === 'PullImage') {
      const image = record.image ?? '';
      const micros = Math.round((record.at - (calls.get(record.actor) ?? 0)) * 1_000);
      if (record.error !== undefined)
        lines.push({
          at: record.at,
          level: 'error',
          message: `PullImage ${quoted(image)} failed`,
          fields: { error: record.error },
        });
      else {
        const size = imageBytes(input, image);
        const told = `Pulled image ${quoted(image)} with image id "sha256:0", repo tag ${quoted(image)}, repo digest "", size "${size}" in ${formatGoDuration(micros)}`;
        if (!old) info(record.at, told);
        info(record.at, `PullImage ${quoted(image)} returns image reference "sha256:0"`);
      }
    }
    if (level !== 'debug') continue;
    if (record.type === 'request' && (record.state === 'sent' || record.state === 'answered')) {
      const { baseUrl } = imageLocation(record.image);
      const url = `${baseUrl}/${record.kind === 'tag' || record.kind === 'manifest' ? 'manifests' : 'blobs'}/${record.digest ?? 'tag'}`;
      const fields =
        record.state === 'sent'
          ? { 'request.method': record.method, url }
          : { 'response.status': `${record.status} OK`, url };
      lines.push({
        at: record.at,
        level: 'debug',
        message: record.state === 'sent' ? 'do request' : 'fetch response received',
        fields,
      });
    }
    if (record.type === 'unpack') {
      const key = `${record.actor} ${record.layer}`;
      if (record.state === 'started') unpacks.set(key, record.at);
      if (record.state !== 'finished') continue;
      const micros = Math.round((record.at - (unpacks.get(key) ?? 0)) * 1_000);
      const size = layerBytes(input, record.image, record.layer);
      const fields = {
        d: formatGoDuration(micros),
        digest: record.digest,
        media: 'application/vnd.oci.image.layer.v1.tar+gzip',
        size,
      };
      lines.push({ at: record.at, level: 'debug', message: 'diff applied', fields });
    }
  }
  return lines.map((line) => (json ? jsonLine(line) : textLine(line))).join('\n') + '\n';
}

/** `kubectl get events -o json` of a run. */
export function eventsJson(records: readonly TraceRecord[]): string {
  const items = records.flatMap((record) => {
    if (record.type !== 'event' || !('pod' in record) || record.pod === undefined) return [];
    const time = new Date(Math.floor((epochMs + record.at) / 1_000) * 1_000)
      .toISOString()
      .replace('.000Z', 'Z');
    return [
      {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: `${record.pod.name}.${record.id}`, namespace: record.pod.namespace },
        involvedObject: {
          kind: 'Pod',
          namespace: record.pod.namespace,
          name: record.pod.name,
          uid: record.pod.uid,
        },
        reason: record.reason,
        message: record.message,
        source: { component: 'kubelet', host: record.actor.split('/')[0] },
        firstTimestamp: time,
        lastTimestamp: time,
        eventTime: null,
        count: 1,
        type: record.eventType,
        reportingComponent: 'kubelet',
        reportingInstance: record.actor.split('/')[0],
      },
    ];
  });
  return JSON.stringify(
    { apiVersion: 'v1', kind: 'List', items, metadata: { resourceVersion: '' } },
    undefined,
    4,
  );
}

function imageBytes(input: SimulationInput, image: string): number {
  const known = input.images[image];
  if (known === undefined) throw new Error(`no image ${image}`);
  return known.configBytes + known.layers.reduce((sum, { bytes }) => sum + bytes, 0);
}

function layerBytes(input: SimulationInput, image: string, layer: number): number {
  return input.images[image]?.layers[layer]?.bytes ?? 0;
}

function time(at: number): string {
  const micros = String(Math.round((at % 1) * 1_000)).padStart(3, '0');
  return new Date(epochMs + Math.floor(at)).toISOString().replace('Z', `${micros}000Z`);
}

/** logrus quotes whatever holds anything but these. */
function textLine({ at, level, message, fields = {} }: Line): string {
  const rest = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ` ${key}=${/^[\w./@^+-]+$/.test(String(value)) ? value : quoted(String(value))}`);
  return `time="${time(at)}" level=${level} msg=${quoted(message)}${rest.join('')}`;
}

function jsonLine({ at, level, message, fields = {} }: Line): string {
  return JSON.stringify({ ...fields, level, msg: message, time: time(at) });
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
