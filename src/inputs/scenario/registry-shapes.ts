import { z } from 'zod';
import { peerShares } from '../../rules/runtime/peers/peer-source.ts';
import { lazy } from '../../rules/values/memoize.ts';
import { ownObject } from '../documents/own-object.ts';
import { byteRateShape, durationShape, positiveDurationShape } from './quantity-shapes.ts';

const pullLimit = lazy(() =>
  ownObject({
    pulls: z
      .int()
      .min(0)
      .describe('Pulls that one client may make in a window: GETs of manifests, as Docker Hub counts them'),
    per: positiveDurationShape.describe('How long a pull counts'),
    authenticated: z.int().min(0).optional().describe('Pulls of one user, wherever from (default: as many)'),
    sharedAddress: z
      .boolean()
      .optional()
      .describe('All nodes count as one client, as behind one NAT address (default false)'),
  }),
);

/** One registry of a Scenario: its speed, its clients and its content. */
export const registryShape = lazy(() =>
  ownObject({
    roundTrip: durationShape
      .optional()
      .describe('One request and its first byte (default 20ms; some registries are known)'),
    connect: durationShape.optional().describe('TCP and TLS of a new connection (default two round trips)'),
    egress: byteRateShape.optional().describe("All of the registry's answers together (default unlimited)"),
    perResponse: byteRateShape
      .optional()
      .describe('One answer, which is one connection (default unlimited; some registries are known)'),
    perClient: byteRateShape.optional().describe('All answers to one node together (default unlimited)'),
    authentication: z
      .enum(['none', 'basic', 'bearer'])
      .optional()
      .describe(
        'What every request must come with; bearer: a token, which the anonymous get too (default none; some registries are known)',
      ),
    private: z
      .record(z.string().min(1), z.array(z.string().min(1)).max(1_000))
      .optional()
      .describe(
        'Repositories (such as team/app, team/* or *) and who may pull them: users, or secret:namespace/name; others are public',
      ),
    pullLimit: pullLimit()
      .optional()
      .describe(
        'As Docker Hub limits pulls, such as { pulls: 100, per: 6h, authenticated: 200 } (default: none)',
      ),
    blobStore: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The host to which requests for blobs are redirected, with connections of its own; none: it sends them itself (default none; some registries are known)',
      ),
    cacheOf: z.string().min(1).optional().describe('The host that this one is a pull-through cache of'),
    images: z
      .array(z.string().min(1))
      .max(10_000)
      .optional()
      .describe(
        'What a mirror has: repositories (team/app, team/*) or single images (team/app:1), without a host (default: everything)',
      ),
    ranges: z
      .boolean()
      .optional()
      .describe('Whether it knows Range requests; without, broken downloads begin anew (default true)'),
  }),
);

/** How nodes of the cluster give layers to each other: Spegel's way, or that of Kraken and Dragonfly. */
export const peersShape = lazy(() =>
  ownObject({
    share: z
      .enum(peerShares)
      .describe(
        'layers: those that a node has whole, else its registry is asked (Spegel); pieces: also while it downloads (Kraken, Dragonfly)',
      ),
    registries: z
      .array(z.string().min(1))
      .max(1_000)
      .optional()
      .describe('Hosts whose images nodes give to each other (default: all)'),
    uplink: byteRateShape.optional().describe('What one node sends to others at most (default: as its link)'),
    lookup: durationShape
      .optional()
      .describe(
        'How long a node looks for another that has what it wants, whether or not one has (default 20ms)',
      ),
    perResponse: byteRateShape.optional().describe('What one node sends in one answer (default unlimited)'),
    resolveTags: z
      .boolean()
      .optional()
      .describe('layers: whether nodes are asked for tags, too (default true)'),
    origin: byteRateShape
      .optional()
      .describe(
        'pieces: what the origin or seed peer, which has everything, sends to all nodes together (default unlimited)',
      ),
    perClient: byteRateShape.optional().describe('pieces: what one node gets at most (default unlimited)'),
  }),
);

export type PeersDocument = z.infer<ReturnType<typeof peersShape>>;

export type RegistryDocument = z.infer<ReturnType<typeof registryShape>>;
