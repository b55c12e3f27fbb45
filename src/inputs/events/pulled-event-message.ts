import { parseGoDuration } from '../../rules/kubelet/go/go-duration.ts';
import { goUnquote } from '../../rules/kubelet/go/go-strings.ts';

/** What the kubelet's event says of a pull that ended well. */
interface PulledEventMessage {
  readonly image: string;
  /**
   * The runtime's call and the kubelet's question for the size after it (in old kubelets also the wait before
   * it); undefined if not given.
   */
  readonly durationMicros: number | undefined;
  /** The same with the wait for a slot before it; undefined if not given. */
  readonly withWaitingMicros: number | undefined;
  /** Since 1.30. */
  readonly bytes: number | undefined;
}

const pulled =
  /^(?:\(combined from similar events\): )?Successfully pulled image "((?:[^"\\]|\\.)*)"(?: in (\S{1,40})(?: \((\S{1,40}) including waiting\))?\.?(?: Image size: (\d{1,15}) bytes\.)?)?$/;

/**
 * Reads the message of the kubelet's event `Pulled`, of any release (src/rules/kubelet/messages has their texts);
 * undefined for another message.
 */
export function pulledEventMessage(message: string): PulledEventMessage | undefined {
  const match = pulled.exec(message);
  if (match === null) return undefined;
  const [, image = '', took, withWaiting, bytes] = match;
  const micros = (text: string | undefined) => (text === undefined ? undefined : parseGoDuration(text));
  return {
    image: goUnquote(image),
    durationMicros: micros(took),
    withWaitingMicros: micros(withWaiting),
    bytes: bytes === undefined ? undefined : Number(bytes),
  };
}
