import { z } from 'zod';
import { ownObject } from '../documents/own-object.ts';
import { checkWindow, faultWindow as window } from './fault-window.ts';
import { durationShape, finiteByteRateShape, positiveDurationShape } from './quantity-shapes.ts';
import { imageField as image, registryField as registry, requestFaultShapes } from './request-fault-shapes.ts';

const moment = { ...window, at: durationShape.optional().describe('When it happens; the same as from') };
const node = z.string().min(1).optional().describe("A node's name (default: all)");

/** One timed trouble of a Scenario; the kinds of FaultInput in the user's words. */
export const faultShape = z.discriminatedUnion('kind', [
  ...requestFaultShapes,
  ownObject({ kind: z.literal('registryDown'), ...window, registry }).check(checkWindow),
  ownObject({
    kind: z.literal('errorRate'),
    ...window,
    registry,
    rate: z.number().min(0).max(1).describe('Share of requests that fail, 0 to 1'),
    status: z.int().min(400).max(599).optional().describe('HTTP status of the failures (default 500)'),
  }).check(checkWindow),
  ownObject({
    kind: z.literal('rateLimit'),
    ...window,
    registry,
    requests: z.int().min(0).describe('Requests allowed per window; the next is answered with 429'),
    per: positiveDurationShape.describe('Length of the window'),
  }).check(checkWindow),
  ownObject({ kind: z.literal('notFound'), ...window, registry, image: image.optional() }).check(checkWindow),
  ownObject({ kind: z.literal('unauthorized'), ...window, registry, image: image.optional() }).check(checkWindow),
  ownObject({ kind: z.literal('stall'), ...window, registry }).check(checkWindow),
  ownObject({ kind: z.literal('slowLink'), ...window, node, link: finiteByteRateShape.describe("The node's rate meanwhile") }).check(
    checkWindow,
  ),
  ownObject({ kind: z.literal('diskFull'), ...window, node }).check(checkWindow),
  ownObject({
    kind: z.literal('runtimeDown'),
    ...window,
    node,
    error: z.string().min(1).optional().describe('What every listing and inspection of PLEG fails with (default: no connection)'),
  }).check(checkWindow),
  ownObject({
    kind: z.literal('runtimeSlow'),
    ...window,
    node,
    list: durationShape.optional().describe("How long listing all pods takes meanwhile, instead of the node's relist"),
    podStatus: durationShape.optional().describe('How long inspecting one changed pod takes (default: nothing)'),
  })
    .refine(({ list, podStatus }) => list !== undefined || podStatus !== undefined, { error: 'list, podStatus or both' })
    .check(checkWindow),
  ownObject({
    kind: z.literal('kubeletRestart'),
    ...moment,
    node,
    pulls: z.enum(['lost', 'completed']).optional().describe('What becomes of pulls under way in the runtime (default lost)'),
    kubelet: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Fields of KubeletConfiguration that change with it, for this restart and those after it; null: back to the default'),
  }).check(checkWindow),
  ownObject({ kind: z.literal('nodeReboot'), ...moment, node }).check(checkWindow),
  ownObject({ kind: z.literal('imageRemoved'), ...moment, node, image }).check(checkWindow),
  ownObject({
    kind: z.literal('pullFails'),
    ...window,
    image,
    error: z.string().min(1).describe("The runtime's error text"),
    takes: durationShape.optional().describe('How long each attempt takes (default 500ms)'),
    times: z.int().min(1).optional().describe('Only the first so many pulls fail (default: all)'),
  }).check(checkWindow),
  ownObject({ kind: z.literal('pullTakes'), ...window, image, takes: durationShape.describe('How long each pull takes') }).check(
    checkWindow,
  ),
]);

export type FaultDocument = z.infer<typeof faultShape>;
