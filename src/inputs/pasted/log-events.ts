import { goUnquote } from '../../rules/kubelet/go/go-strings.ts';
import { parseTimestamp } from '../events/timestamp.ts';
import type { TerminalLine } from './terminal-line.ts';

/** What a line of a kubelet's or containerd's log says, as the kubelet's event would. Microseconds since 1970. */
export interface LogEvent {
  readonly line: TerminalLine;
  readonly micros: number;
  readonly reason: string;
  readonly type: 'Normal' | 'Warning';
  readonly message: string;
  /** `namespace/name`; undefined where the line does not say it. */
  readonly pod: string | undefined;
  readonly fieldPath: string;
}

const klog = /[IWEF](\d\d)(\d\d) (\d\d:\d\d:\d\d\.\d{6})\s+\d+ [\w.]+:\d+\] (.*)$/;
const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
const containerdTime = /time="([^"]+)"/;
/** A log of the kubelet has no year. */
const year = '2000';

/** Whether a line is one of a kubelet's or of containerd's log. */
export function isLogLine({ text }: TerminalLine): boolean {
  return klog.test(text) || /time="[^"]+" level=\w+ msg=/.test(text);
}

/** Returns what a line of a log says about images; undefined if it is about something else. */
export function logEvent(line: TerminalLine): LogEvent | undefined {
  const [, month, day, time, rest = ''] = klog.exec(line.text) ?? [];
  if (time !== undefined) {
    const micros = parseTimestamp(`${year}-${month}-${day}T${time}Z`);
    return micros === undefined ? undefined : kubeletEvent(line, micros, rest);
  }
  const micros = parseTimestamp(containerdTime.exec(line.text)?.[1] ?? '');
  return micros === undefined ? undefined : containerdEvent(line, micros);
}

function kubeletEvent(line: TerminalLine, micros: number, rest: string): LogEvent | undefined {
  const value = (key: string) => {
    const found = new RegExp(`\\b${key}=${quoted}`).exec(rest)?.[1];
    return found === undefined ? undefined : goUnquote(found);
  };
  const head = new RegExp(`^${quoted}`).exec(rest)?.[1];
  if (head === 'Event occurred') {
    const reason = value('reason') ?? '';
    const type = value('type') === 'Warning' ? 'Warning' : 'Normal';
    const message = value('message') ?? '';
    return { line, micros, reason, type, message, pod: value('object'), fieldPath: value('fieldPath') ?? '' };
  }
  const image = value('image');
  const error = value('err');
  const failed = { line, micros, reason: 'Failed', type: 'Warning', fieldPath: '' } as const;
  if (
    /^(?:PullImage from image service failed|Failed to pull image)$/.test(head ?? '') &&
    image !== undefined
  )
    return { ...failed, message: `Failed to pull image "${image}": ${error ?? ''}`, pod: value('pod') };
  const container = /"StartContainer\\?" for \\?"([^"\\]+)/.exec(rest)?.[1];
  const waits = /with (ImagePullBackOff|ErrImagePull|ErrImageNeverPull|InvalidImageName)\b/.exec(rest)?.[1];
  if (head !== 'Error syncing pod, skipping' || waits === undefined) return undefined;
  const fieldPath = container === undefined ? '' : `spec.containers{${container}}`;
  const backedOffImage = /Back-off pulling image \\+"([^"\\]+)/.exec(rest)?.[1];
  return waits === 'ImagePullBackOff' && backedOffImage !== undefined
    ? {
        ...failed,
        reason: 'BackOff',
        message: `Back-off pulling image "${backedOffImage}"`,
        pod: value('pod'),
        fieldPath,
      }
    : { ...failed, message: `Error: ${waits}`, pod: value('pod'), fieldPath };
}

function containerdEvent(line: TerminalLine, micros: number): LogEvent | undefined {
  const text = new RegExp(`msg=${quoted}`).exec(line.text)?.[1];
  if (text === undefined) return undefined;
  const message = goUnquote(text);
  const found = new RegExp(`^PullImage ${quoted}(.*)$`).exec(message);
  const image = found?.[1];
  if (image === undefined) return undefined;
  const of = { line, micros, pod: undefined, fieldPath: '' };
  const error = new RegExp(`error=${quoted}`).exec(line.text)?.[1];
  if (error !== undefined)
    return {
      ...of,
      reason: 'Failed',
      type: 'Warning',
      message: `Failed to pull image "${image}": ${goUnquote(error)}`,
    };
  if (/returns image reference/.test(found?.[2] ?? ''))
    return { ...of, reason: 'Pulled', type: 'Normal', message: `Successfully pulled image "${image}"` };
  return found?.[2] === ''
    ? { ...of, reason: 'Pulling', type: 'Normal', message: `Pulling image "${image}"` }
    : undefined;
}
