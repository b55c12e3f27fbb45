import type { CredentialsForImage } from '../../rules/kubelet/credentials/credentials-for-image.ts';
import { type ScriptPull, unhurriedKubelet } from '../conformance/imagemanager/script.ts';
import { pullOf, type Realized, ScriptDraft, type SettledPath } from './path-script.ts';

/** All steps of a path come after the calls that must be active before it. */
const startMs = 1000;

/**
 * Returns a script that walks a path of the pull records: an intent is an active pull, and a question is the
 * call of a pod that finds the image present. All images have the reference that the path gives them.
 */
export function realizeRecords(path: SettledPath, name: string): Realized {
  const pulls = new PullsUnderWay();
  const images = new Map<string, string>();
  const asked = new Set<string>();
  let atMs = startMs;
  for (const [step, { event, type, payload }] of path.steps.entries()) {
    atMs += 1000;
    const tried = payload.credentials as CredentialsForImage | undefined;
    if (
      payload.credential !== undefined ||
      (tried !== undefined && ('error' in tried || tried.credentials.length > 0))
    ) {
      return { step, reason: `${event}: scripts of this kind have no pull secrets` };
    }
    const written = String(payload.image ?? '');
    const image = images.get(written) ?? `image-${images.size + 1}`;
    images.set(written, image);
    const ref = String(payload.imageRef ?? '');
    if (type === 'ACCESS.ASKED') {
      if (ref === '') return { step, reason: `${event}: an image that is absent is pulled without asking` };
      if (!asked.has(image)) pulls.draft.present(`${image}:latest`, ref);
      asked.add(image);
      pulls.draft.call(atMs, `asks-${atMs}`, image, 'Never');
    } else if (type === 'INTENT.RECORDED') {
      pulls.begin(atMs, image);
    } else if (type === 'IMAGE_PULLED.RECORDED') {
      pulls.end(atMs, image, { ref });
    } else if (type === 'IMAGE_PULL_FAILED.RECORDED') {
      pulls.end(atMs, image, { error: 'manifest unknown' });
    } else {
      return {
        step,
        reason: `${event}: ${type.startsWith('KUBELET.') ? 'the protocol restarts no kubelet' : 'no script can send it'}`,
      };
    }
  }
  pulls.endAll(atMs + startMs);
  const policy = typeof path.input.policy === 'string' ? path.input.policy : '';
  return pulls.draft.script(
    name,
    { ...unhurriedKubelet, imagePullCredentialsVerificationPolicy: policy },
    { KubeletEnsureSecretPulledImages: true },
  );
}

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

  /**
   * Ends the oldest pull of the image (of any image, if none is named), or one that began before everything,
   * if there is none.
   */
  end(
    atMs: number,
    image: string | undefined,
    outcome: Omit<ScriptPull, 'takesMs'> = {},
    pod?: string,
  ): void {
    const open = this.#pulls.find(
      (pull) => pull.outcome === undefined && (image === undefined || pull.image === image),
    );
    const pull = open ?? this.begin(0, image ?? 'any-image', pod);
    const takesMs = atMs - pull.sinceMs;
    pull.outcome =
      outcome.error === undefined ? { ...pullOf(pull.image, takesMs), ...outcome } : { ...outcome, takesMs };
  }

  /**
   * Ends the remaining pulls well after everything else. The runtime takes outcomes in the order in which
   * pulls begin.
   */
  endAll(atMs: number): void {
    for (const { image, sinceMs, outcome = pullOf(image, atMs - sinceMs) } of this.#pulls.toSorted(
      (a, b) => a.sinceMs - b.sinceMs,
    )) {
      this.draft.pulls(`${image}:latest`, outcome);
    }
  }
}
