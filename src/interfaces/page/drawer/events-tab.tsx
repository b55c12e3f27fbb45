import { useEffect, useState } from 'preact/hooks';
import type { RowView } from '../../../reports/run-view/run-view.ts';
import { momentText } from '../timeline/time-axis.ts';
import { useAnswer } from '../use-answer.ts';
import type { RunClient } from '../worker/run-client.ts';

interface EventsTabProps {
  readonly client: RunClient;
  readonly run: number;
  readonly pod: RowView['pod'];
  readonly playheadMs: number;
}

/** Reading the events of a moment takes longer than a frame of the playback. */
const eventsRestMs = 120;

/** The events of the pod as kubectl shows them at the playhead. */
export function EventsTab({ client, run, pod, playheadMs }: EventsTabProps) {
  const { namespace = '', name = '' } = pod ?? {};
  const asked = useAnswer(
    pod === undefined ? undefined : () => client.events(run, { namespace, name }, playheadMs),
    [client, run, namespace, name, playheadMs],
    eventsRestMs,
  );
  const told = asked.state === 'here' ? { text: asked.value, atMs: playheadMs } : undefined;
  // What was there before stays until the next answer.
  const [last, setLast] = useState<typeof told>();
  useEffect(() => setLast(undefined), [run, namespace, name]);
  useEffect(() => {
    if (told !== undefined) setLast(told);
  }, [told?.text, told?.atMs]);
  const shown = told ?? last;
  if (pod === undefined) return <p>Images that are pulled ahead have no pod, and no events.</p>;
  if (asked.state === 'failed') return <p role="alert">{asked.message}</p>;
  if (shown === undefined) return <p role="status">Reading events…</p>;
  return (
    <>
      <p class="drawer-command">
        kubectl get events -n {namespace} --for pod/{name}, at {momentText(shown.atMs)}
      </p>
      {shown.text === '' ? (
        <p>No events yet.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <pre class="drawer-events" tabIndex={0}>
          {shown.text}
        </pre>
      )}
    </>
  );
}
