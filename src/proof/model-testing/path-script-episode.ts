import type { Profile } from '../../rules/kubelet/profile.ts';
import type { PathStep } from '../models/exploration/path-goals.ts';
import type { Impossible, SettledPath } from './path-script.ts';

/** One request in a path of the image pull, with its answers. What the path leaves open is undefined. */
export interface Episode {
  readonly policy: string;
  /** The name as written if it matters (it is invalid); otherwise any name will do. */
  readonly image: string | undefined;
  /** Whether policy Always asks the runtime first. */
  readonly inspectsAlways: boolean;
  presence?: 'present' | 'absent' | 'failed';
  access?: 'granted' | 'refused';
  backsOff?: boolean;
  /** Whether the slot comes from another pull that ends. */
  waits?: boolean;
  token?: 'granted' | 'refused';
  pull?: 'succeeded' | 'without a reference' | 'failed';
}

/** Returns the requests of a path in order, or the first step that no script can cause. */
export function episodesOf({ steps }: SettledPath, profile: Profile): readonly Episode[] | Impossible {
  const episodes: Episode[] = [];
  for (const [index, step] of steps.entries()) {
    const episode = episodes.at(-1);
    if (step.type === 'PULL.REQUESTED') {
      episodes.push(requested(step, profile));
    } else if (episode === undefined) {
      return { step: index, reason: `${step.event}: nobody has asked for an image yet` };
    } else {
      const reason = note(episode, step);
      if (reason !== undefined) return { step: index, reason: `${step.event}: ${reason}` };
    }
  }
  return episodes;
}

function requested({ payload }: PathStep, profile: Profile): Episode {
  const image = String(payload.image);
  const isInvalid = 'error' in profile.applyDefaultImageTag(image);
  return {
    policy: String(payload.policy),
    image: isInvalid ? image : undefined,
    inspectsAlways: profile.inspects('Always'),
  };
}

/** Adds a step to the request. Returns why a script cannot cause it, if it cannot. */
function note(episode: Episode, { type, payload: { imageRef, releasedBy } }: PathStep): string | undefined {
  switch (type) {
    case 'IMAGE_STATUS.ANSWERED':
      // After the pull this is the answer to GetImageSize, which always comes.
      if (episode.pull === undefined) episode.presence = imageRef === '' ? 'absent' : 'present';
      return undefined;
    case 'IMAGE_STATUS.FAILED':
      if (episode.pull !== undefined) return 'the runtime of the protocol always answers GetImageSize';
      episode.presence = 'failed';
      return undefined;
    case 'ACCESS.GRANTED':
    case 'ACCESS.REFUSED':
      episode.access = type === 'ACCESS.GRANTED' ? 'granted' : 'refused';
      return undefined;
    case 'BACK_OFF.CLEAR':
    case 'BACK_OFF.ACTIVE':
      episode.backsOff = type === 'BACK_OFF.ACTIVE';
      return undefined;
    case 'SLOT.GRANTED':
      episode.waits = releasedBy !== undefined;
      return undefined;
    case 'THROTTLE.ADMITTED':
    case 'THROTTLE.REFUSED':
      episode.token = type === 'THROTTLE.ADMITTED' ? 'granted' : 'refused';
      return undefined;
    case 'IMAGE_PULL.SUCCEEDED':
      episode.pull = imageRef === '' ? 'without a reference' : 'succeeded';
      return undefined;
    case 'IMAGE_PULL.FAILED':
      episode.pull = 'failed';
      return undefined;
    case 'BACK_OFF.EXTENDED':
      return undefined;
    default:
      return 'no script can send it';
  }
}
