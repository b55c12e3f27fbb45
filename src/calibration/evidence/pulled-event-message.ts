import { parseGoDuration } from '../../kubelet/go/parse-go-duration.ts';
import { goUnquote } from './go-unquote.ts';

export interface PulledEventMessage {
  readonly image: string;
  /** The runtime's call, and the kubelet's question for the size after it (old kubelets: the wait before it too); undefined: not said. */
  readonly durationMicros: number | undefined;
  /** From 1.30. */
  readonly bytes: number | undefined;
}

const pulled =
  /^(?:\(combined from similar events\): )?Successfully pulled image "((?:[^"\\]|\\.)*)"(?: in (\S{1,40})(?: \(\S{1,40} including waiting\))?\.?(?: Image size: (\d{1,15}) bytes\.)?)?$/;

/** What the message of the kubelet's event `Pulled` says, of any release (src/kubelet/messages has their texts); undefined: another message. */
export function pulledEventMessage(message: string): PulledEventMessage | undefined {
  const match = pulled.exec(message);
  if (match === null) return undefined;
  const durationMicros = match[2] === undefined ? undefined : parseGoDuration(match[2]);
  return { image: goUnquote(match[1] ?? ''), durationMicros, bytes: match[3] === undefined ? undefined : Number(match[3]) };
}
