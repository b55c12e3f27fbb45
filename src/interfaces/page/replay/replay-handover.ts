import type { RecordedRun, ShownMoment } from './replay-boot.ts';

/** A run, its title, and the shown part of it. */
export interface HandedRun {
  readonly title: string;
  readonly shown: ShownMoment;
  readonly run: RecordedRun;
}

/**
 * The messages by which the page of a run and the replay page that it opened find each other: on a channel
 * between pages of the same origin, with a name that nobody can guess. `window.opener` does not work: the
 * replay page may frame the hosted inspector, the other page may not, and so the browser separates them.
 */
type Word =
  | { readonly type: 'REPLAY.REQUESTED' }
  | { readonly type: 'REPLAY.PREPARED' }
  | { readonly type: 'REPLAY.HANDED'; readonly handed: HandedRun }
  | { readonly type: 'REPLAY.REFUSED'; readonly message: string };

const bytesOfName = 16;

/** Returns a name for a handover that cannot be guessed. */
export function handoverName(): string {
  return [...crypto.getRandomValues(new Uint8Array(bytesOfName))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * Answers replay pages that were given this name, also after each reload, until the returned function is
 * called.
 */
export function handOver(name: string, prepare: () => Promise<HandedRun>): () => void {
  const channel = channelOf(name);
  const say = (word: Word): void => channel.postMessage(word);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.type !== 'REPLAY.REQUESTED') return;
    say({ type: 'REPLAY.PREPARED' });
    prepare().then(
      (handed) => say({ type: 'REPLAY.HANDED', handed }),
      (error: unknown) =>
        say({ type: 'REPLAY.REFUSED', message: error instanceof Error ? error.message : String(error) }),
    );
  };
  return () => channel.close();
}

/**
 * Asks the page that gave this name for its run. Rejects with a message for people if that page refuses, or
 * does not answer within `answerMsMax`.
 */
export function takeOver(name: string, answerMsMax = 8_000): Promise<HandedRun> {
  return new Promise((resolve, reject) => {
    const channel = channelOf(name);
    const end = (): void => {
      clearTimeout(timer);
      channel.close();
    };
    const timer = setTimeout(() => {
      end();
      reject(
        new Error(
          'The page that opened this replay does not answer. Open it there again: Export, Open in Stately Inspector.',
        ),
      );
    }, answerMsMax);
    channel.onmessage = ({ data }: MessageEvent<Word>) => {
      // The page exists, so it may now take its time.
      if (data.type === 'REPLAY.PREPARED') clearTimeout(timer);
      if (data.type === 'REPLAY.HANDED') {
        end();
        resolve(data.handed);
      }
      if (data.type === 'REPLAY.REFUSED') {
        end();
        reject(new Error(data.message));
      }
    };
    channel.postMessage({ type: 'REPLAY.REQUESTED' } satisfies Word);
  });
}

function channelOf(name: string): BroadcastChannel {
  return new BroadcastChannel(`windlass-replay-${name}`);
}
