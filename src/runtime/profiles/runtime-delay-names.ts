import type { RuntimeDelays } from './runtime-profile.ts';

/** What each fixed cost of a runtime stands for, in the order of a pull; the names are those of `RuntimeDelays`. */
export const runtimeDelayNames: Readonly<Record<keyof RuntimeDelays, string>> = {
  beforeHead: 'PullImage called to HEAD sent',
  beforeManifest: 'HEAD answered to GET manifest',
  beforeConfig: 'manifest answered to GET config',
  beforeLayers: 'config answered to GET of the first layers',
  betweenLayers: 'GET of one of the first layers to that of the next',
  resumePerMegabyte: 'opening a layer that came in part, for each million bytes that are read again for its digest',
  slotHandOver: 'last byte of a layer to GET of the next',
  beforeRetry: 'failed answer to the next try',
  commit: 'last byte of a layer to its unpacking',
  commitPerMegabyte: 'the same, for each million bytes (fsync)',
  commitWrite: 'noting the blob, part of its commit; a node writes one thing at a time',
  betweenUnpacks: 'one layer unpacked to the next begun',
  unpack: 'unpacking a layer of no size',
  transaction:
    'one transaction of the metadata, part of what is before manifest, config, layers and reply; a node writes one thing at a time',
  beforeReply: 'last layer unpacked to the reply',
  beforeReplyPresent: 'HEAD answered to the reply, image present',
  beforeFailure: 'last answer to the reply of a failed pull',
  beforeLayerFailure: 'the same, where layers were under way that have to be let go of',
};

/** The names alone, with their type. */
export const runtimeDelayKeys = Object.keys(runtimeDelayNames) as readonly (keyof RuntimeDelays)[];
