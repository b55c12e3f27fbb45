import type { Profile } from '../../rules/kubelet/profile.ts';
import { unhurriedKubelet } from '../conformance/imagemanager/script.ts';
import { pullOf, type Realized, ScriptDraft, type SettledPath } from './path-script.ts';
import { type Episode, episodesOf } from './path-script-episode.ts';

const episodeMs = 400_000;
/** When the call that walks the path comes, from the start of its episode. Preparations come before. */
const callMs = 50_000;
const slots = 2;
const burst = 5;
/** So slow that an empty bucket stays empty for the rest of an episode, and is full again at the next. */
const qps = 0.02;

/**
 * Returns a script whose pod `walker` walks that path of the image pull. Each request of the path is a call
 * for an image of its own, far from the others in time. The conditions of the call (a back-off, taken slots,
 * an empty token bucket, another pod that pulls the same image) are set up by other calls just before.
 */
export function realizeImagePull(path: SettledPath, profile: Profile, name: string): Realized {
  const episodes = episodesOf(path, profile);
  if ('reason' in episodes) return episodes;
  const limited = episodes.some(({ waits }) => waits);
  const throttled = episodes.some(({ token }) => token === 'refused');
  const draft = new ScriptDraft();
  episodes.forEach((episode, index) => {
    draftEpisode(draft, episode, { index, throttled });
  });
  return draft.script(
    name,
    {
      ...unhurriedKubelet,
      maxParallelImagePulls: limited ? slots : null,
      ...(throttled ? { registryPullQPS: qps, registryBurst: burst } : {}),
    },
    { KubeletEnsureSecretPulledImages: path.input.verifiesCredentials === true },
  );
}

function draftEpisode(
  draft: ScriptDraft,
  episode: Episode,
  { index, throttled }: { index: number; throttled: boolean },
): void {
  const at = (ms: number) => index * episodeMs + ms;
  const image = episode.image ?? `image-${index + 1}`;
  const runtimeImage = `${image}:latest`;
  let tokensNeeded = 0;

  if (episode.presence === 'present') draft.present(runtimeImage);
  if (episode.backsOff) {
    draft.call(at(callMs - 5000), 'walker', image);
    if (episode.inspectsAlways) draft.inspects(runtimeImage, {});
    draft.pulls(runtimeImage, { error: 'no such host' });
    tokensNeeded += 1;
  }
  if (episode.access === 'refused') {
    draft.call(at(callMs - 2000), `other-${index + 1}`, image);
    if (episode.inspectsAlways) draft.inspects(runtimeImage, {});
    draft.pulls(runtimeImage, pullOf(runtimeImage, 4000));
    tokensNeeded += 1;
  }
  if (episode.waits) {
    for (let holder = episode.access === 'refused' ? 1 : 0; holder < slots; holder += 1) {
      const held = `held-${index + 1}-${holder + 1}`;
      draft.call(at(callMs - 1000), held, held);
      draft.pulls(`${held}:latest`, pullOf(held, 2500));
      tokensNeeded += 1;
    }
  }
  if (throttled && episode.token === 'refused') {
    for (let drain = tokensNeeded; drain < burst; drain += 1) {
      const drained = `drain-${index + 1}-${drain + 1}`;
      draft.call(at(callMs - 3000), drained, drained);
      draft.pulls(`${drained}:latest`, pullOf(drained, 0));
    }
  }

  draft.call(at(callMs), 'walker', image, episode.policy);
  if (episode.presence === 'failed') draft.inspects(runtimeImage, { error: 'boom' });
  if (episode.pull === 'failed') draft.pulls(runtimeImage, { takesMs: 1000, error: 'manifest unknown' });
  else if (episode.pull === 'without a reference')
    draft.pulls(runtimeImage, { takesMs: 1000, ref: '', size: 4096 });
  else if (!episode.backsOff) draft.pulls(runtimeImage, pullOf(runtimeImage, 1000));
}
