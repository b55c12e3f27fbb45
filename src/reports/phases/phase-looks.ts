import type { Colours } from '../text/text-options.ts';
import type { PhaseName } from './container-phases.ts';

interface PhaseLook {
  /** One column wide, and distinct without colour. */
  readonly character: string;
  readonly words: string;
  readonly colour: keyof Colours &
    ('dim' | 'gray' | 'blue' | 'cyan' | 'magenta' | 'yellow' | 'green' | 'white');
}

/** The looks and names of phases, in the order of a container's life. */
export const phaseLooks: Readonly<Record<PhaseName, PhaseLook>> = {
  waitingForNode: { character: 'n', words: 'waiting for a node', colour: 'gray' },
  waitingForNetwork: { character: 'k', words: "waiting for the node's network", colour: 'gray' },
  waitingToStart: { character: '·', words: 'waiting for its turn', colour: 'gray' },
  waitingForSandboxImage: { character: 'p', words: 'waiting for the sandbox image', colour: 'gray' },
  inspecting: { character: '?', words: 'inspecting', colour: 'cyan' },
  waitingForCredentials: { character: 'c', words: 'waiting for credentials', colour: 'yellow' },
  waitingForSamePull: {
    character: '&',
    words: 'waiting for the pull of the same image',
    colour: 'yellow',
  },
  waitingForSlot: { character: '░', words: 'waiting for a slot', colour: 'yellow' },
  waitingForCredentialsInSlot: {
    character: 'C',
    words: 'waiting for credentials, with its slot',
    colour: 'yellow',
  },
  resolving: { character: '@', words: 'asking the registry', colour: 'cyan' },
  runtimeWork: { character: '-', words: 'work of the runtime', colour: 'cyan' },
  resting: { character: 'z', words: 'waiting to ask the registry again', colour: 'yellow' },
  waitingForDownload: { character: ':', words: 'waiting for a download', colour: 'yellow' },
  waitingForOtherPull: { character: '=', words: "waiting for another pull's layers", colour: 'yellow' },
  downloading: { character: '█', words: 'downloading', colour: 'blue' },
  stalled: { character: '_', words: 'stalled', colour: 'yellow' },
  waitingForUnpack: { character: ';', words: 'waiting to unpack', colour: 'yellow' },
  unpacking: { character: '%', words: 'unpacking', colour: 'magenta' },
  waitingForDisk: { character: 'w', words: 'unpacking at the rate of the disk', colour: 'magenta' },
  backingOff: { character: 'x', words: 'backing off', colour: 'yellow' },
  waitingForSync: { character: '~', words: 'waiting for the next sync', colour: 'gray' },
  starting: { character: '+', words: 'starting', colour: 'cyan' },
  readingImage: { character: 'r', words: 'reading its image', colour: 'blue' },
  startingUp: { character: 's', words: 'starting up', colour: 'cyan' },
  running: { character: '─', words: 'running', colour: 'green' },
  ended: { character: ' ', words: 'ended', colour: 'dim' },
};

/** The mark for a failed pull, drawn over the phase. */
export const failureMark = '!';

export const phaseNames = Object.keys(phaseLooks) as readonly PhaseName[];
