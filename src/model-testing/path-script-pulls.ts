import type { ScriptPull } from '../conformance/imagemanager/script.ts';
import { pullOf, ScriptDraft } from './path-script-draft.ts';

interface UnderWay {
  readonly sinceMs: number;
  readonly image: string;
  outcome?: ScriptPull;
}

/** The active pulls, by image. They end where the path requires it. */
export class PullsUnderWay {
  readonly draft = new ScriptDraft();
  readonly #pulls: UnderWay[] = [];
  #pods = 0;

  /** Begins a pull of that image, by a pod of its own unless one is named. */
  begin(atMs: number, image: string, pod = `pod-${++this.#pods}`): UnderWay {
    this.draft.call(atMs, pod, image);
    const pull = { sinceMs: atMs, image };
    this.#pulls.push(pull);
    return pull;
  }

  /** Ends the oldest pull of the image (of any image, if none is named), or one that began before everything, if there is none. */
  end(atMs: number, image: string | undefined, outcome: Omit<ScriptPull, 'takesMs'> = {}, pod?: string): void {
    const open = this.#pulls.find((pull) => pull.outcome === undefined && (image === undefined || pull.image === image));
    const pull = open ?? this.begin(0, image ?? 'any-image', pod);
    const takesMs = atMs - pull.sinceMs;
    pull.outcome = outcome.error === undefined ? { ...pullOf(pull.image, takesMs), ...outcome } : { ...outcome, takesMs };
  }

  /** Ends the remaining pulls well after everything else. The runtime takes outcomes in the order in which pulls begin. */
  endAll(atMs: number): void {
    for (const { image, sinceMs, outcome = pullOf(image, atMs - sinceMs) } of this.#pulls.toSorted((a, b) => a.sinceMs - b.sinceMs)) {
      this.draft.pulls(`${image}:latest`, outcome);
    }
  }
}
