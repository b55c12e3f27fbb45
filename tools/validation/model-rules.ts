import type { RuntimeDelays, RuntimeProfile } from '../../src/rules/runtime/profiles/runtime-profile.ts';
import type { ProfileChange } from './validate-variant.ts';

/**
 * A rule of the runtime's model, and a way to break it: whoever holds the rule against the recordings must
 * notice.
 */
export interface ModelRule {
  readonly name: string;
  readonly broken: string;
  readonly change: ProfileChange;
}

/** The rules that are a figure or a choice of the profile, in the order of a pull. */
export const modelRules: readonly ModelRule[] = [
  delayed(
    'delays before HEAD, manifest, config and layers',
    'doubled',
    ['beforeHead', 'beforeManifest', 'beforeConfig', 'beforeLayers'],
    2,
  ),
  delayed('layers are opened one after another', 'all at once', ['betweenLayers'], 0),
  delayed('transactions of the metadata exclude each other', 'take no time of their own', ['transaction'], 0),
  delayed('what came of a layer is read again for its digest', 'takes no time', ['resumePerMegabyte'], 0),
  delayed('a slot is handed over', 'at once', ['slotHandOver', 'handOverWait'], 0),
  delayed('a blob is committed', 'doubled', ['commit', 'commitPerMegabyte'], 2),
  delayed('noting a blob excludes other writes', 'takes no time of its own', ['commitWrite'], 0),
  delayed('between two unpackings', 'doubled', ['betweenUnpacks'], 2),
  delayed('before the reply', 'doubled', ['beforeReply'], 2),
  delayed('before the reply, image present', 'doubled', ['beforeReplyPresent'], 2),
  delayed(
    'before the reply of a failed pull',
    'five times as long',
    ['beforeFailure', 'beforeLayerFailure'],
    5,
  ),
  rated('unpacking of text', '1.3 times as fast', ['gzip'], 1.3),
  rated('unpacking of what does not compress', '1.3 times as fast', ['stored'], 1.3),
  rated('unpacking of plain tars', '1.3 times as fast', ['tar'], 1.3),
  rated('unpacking of small files', '1.3 times as fast', ['filesPerSecond'], 1.3),
  rated('several unpackings share the processors', 'each has its own', ['processors'], 0.1),
  {
    name: 'what a node takes in',
    broken: 'no limit',
    change: (profile) => ({ ...profile, intakeBytesPerCpuSecond: 1e11 }),
  },
  {
    name: 'whose download slots',
    broken: "the other runtime's",
    change: (profile) => withSlots(profile, otherScope(profile)),
  },
  { name: 'how many download slots', broken: 'one more', change: withOneMore },
  {
    name: 'how often a failed answer is asked again',
    broken: 'never',
    change: (profile) => ({ ...profile, requestsMax: () => 1 }),
  },
  {
    name: 'the timeout of progress',
    broken: 'twice as long',
    change: (profile) => ({
      ...profile,
      options: {
        ...profile.options,
        imagePullProgressTimeoutMicros: 2 * profile.options.imagePullProgressTimeoutMicros,
      },
    }),
  },
];

function delayed(
  name: string,
  broken: string,
  delays: readonly (keyof RuntimeDelays)[],
  factor: number,
): ModelRule {
  const change = (profile: RuntimeProfile) => ({
    ...profile,
    delays: scaled(profile.delays, delays, factor),
  });
  return { name, broken, change };
}

function rated(
  name: string,
  broken: string,
  rates: readonly (keyof RuntimeProfile['unpackRates'])[],
  factor: number,
): ModelRule {
  const change = (profile: RuntimeProfile) => ({
    ...profile,
    unpackRates: scaled(profile.unpackRates, rates, factor),
  });
  return { name, broken, change };
}

function scaled<T extends object>(figures: T, names: readonly (keyof T)[], factor: number): T {
  return { ...figures, ...Object.fromEntries(names.map((name) => [name, Number(figures[name]) * factor])) };
}

function withSlots(profile: RuntimeProfile, slots: Partial<RuntimeProfile['downloadSlots']>): RuntimeProfile {
  return { ...profile, downloadSlots: { ...profile.downloadSlots, ...slots } };
}

function withOneMore(profile: RuntimeProfile): RuntimeProfile {
  return withSlots(profile, { slotsMax: profile.downloadSlots.slotsMax + 1 });
}

function otherScope({ downloadSlots }: RuntimeProfile): Partial<RuntimeProfile['downloadSlots']> {
  return { scope: downloadSlots.scope === 'pull' ? 'node' : 'pull' };
}
