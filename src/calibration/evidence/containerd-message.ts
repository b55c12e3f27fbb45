import { parseGoDuration } from '../../kubelet/go/go-duration.ts';
import { goUnquote } from './go-unquote.ts';

/** What a line of containerd says of pulls. */
export type ContainerdMessage =
  | { readonly kind: 'called' | 'returned' | 'failed'; readonly image: string }
  | { readonly kind: 'pulled'; readonly image: string; readonly bytes: number; readonly durationMicros: number }
  | { readonly kind: 'read'; readonly reference: string; readonly bytes: number }
  | { readonly kind: 'stalled'; readonly reference: string };

const quoted = '"((?:[^"\\\\]|\\\\.)*)"';
const answered = new RegExp(`^PullImage ${quoted}( returns image reference ${quoted}| failed)?$`);
const pulled = new RegExp(
  `^Pulled image ${quoted} with image id ${quoted}, repo tag ${quoted}, repo digest ${quoted}, size "(\\d{1,15})" in (\\S{1,40})$`,
);
const stopped = /^stop pulling image (\S+): active requests=-?\d+, bytes read=(\d{1,15})$/;
const cancelled = /^cancel pulling image (\S+) because of no progress in \S+$/;

/**
 * What the message of a line means, undefined where it is of something else. The texts, by the release they appeared in (source of
 * 1.6.20, 1.7.27, 2.0.5, 2.2.0, 2.4.2):
 * - `PullImage "x"`, `… returns image reference "y"`, `… failed`: 1.6, in internal/cri/instrument/instrumented_service.go;
 * - `Pulled image … size "N" in D`: 1.7 at level info, in image_pull.go (1.6: debug, without size and duration);
 * - `stop pulling image …: active requests=, bytes read=` and `cancel pulling image …`: 1.7, where a progress timeout is set.
 */
export function containerdMessage(message: string): ContainerdMessage | undefined {
  const call = answered.exec(message);
  if (call !== null) {
    const kind = call[2] === undefined ? 'called' : call[2] === ' failed' ? 'failed' : 'returned';
    return { kind, image: goUnquote(call[1] ?? '') };
  }
  const done = pulled.exec(message);
  if (done !== null) {
    const durationMicros = parseGoDuration(done[6] ?? '');
    return durationMicros === undefined
      ? undefined
      : { kind: 'pulled', image: goUnquote(done[1] ?? ''), bytes: Number(done[5]), durationMicros };
  }
  const stop = stopped.exec(message);
  if (stop !== null) return { kind: 'read', reference: stop[1] ?? '', bytes: Number(stop[2]) };
  const cancel = cancelled.exec(message);
  return cancel === null ? undefined : { kind: 'stalled', reference: cancel[1] ?? '' };
}
