import { z } from 'zod';
import { ownObject } from '../documents/own-object.ts';
import { checkWindow, faultWindow } from './fault-window.ts';
import { byteSizeShape, durationShape, finiteByteRateShape } from './quantity-shapes.ts';

/** The registry that a fault concerns. */
export const registryField = z.string().min(1).optional().describe('A registry host such as docker.io (default: all)');

/** The image that a fault concerns. */
export const imageField = z.string().min(1).describe('An image as the pods write it, or any other spelling of the same name');

const requestKind = z.enum(['tag', 'index', 'manifest', 'config', 'layer', 'token'], {
  error: 'a kind of request: tag (the HEAD), index, manifest, config, layer or token',
});

const layer = z.int().min(0).optional().describe("The layer's place in its manifest, from 0 (default: every layer)");
const times = z.int().min(1).optional().describe('Only the first so many requests meet it (default: all)');
const some = { registry: registryField, image: imageField.optional(), layer, times };
const someRequests = {
  ...some,
  request: z
    .union([requestKind, z.array(requestKind).min(1)], { error: 'a kind of request such as manifest, or several' })
    .optional()
    .describe('tag (the HEAD), index, manifest, config, layer, token; one or several (default: all but token)'),
};
const pause = durationShape.optional().describe('How long nothing comes before it happens, such as 60s (default 0s)');
const afterBytes = byteSizeShape.describe('So many bytes of the answer arrive before, such as 2MB');

/** Troubles of single requests. */
export const requestFaultShapes = [
  ownObject({
    kind: z.literal('badStatus').describe('The registry answers with an error'),
    ...faultWindow,
    ...someRequests,
    pause,
    status: z.int().min(400).max(599).describe('HTTP status of the answer'),
    message: z.string().min(1).optional().describe('What the body of the answer says, as runtimes show it'),
  }).check(checkWindow),
  ownObject({
    kind: z.literal('unanswered').describe('No answer, with the connection open, as long as the fault lasts'),
    ...faultWindow,
    ...someRequests,
  }).check(checkWindow),
  ownObject({
    kind: z.literal('connectionReset').describe('RST: instead of an answer, or in the middle of a layer'),
    ...faultWindow,
    ...someRequests,
    pause,
    afterBytes: afterBytes.optional().describe('So many bytes of a layer arrive before, such as 2MB (default: no answer at all)'),
  }).check(checkWindow),
  ownObject({
    kind: z.literal('cutBody').describe('A layer ends too early, in an orderly way: runtimes go on with a Range request'),
    ...faultWindow,
    ...some,
    pause,
    afterBytes,
  }).check(checkWindow),
  ownObject({
    kind: z.literal('stalledBody').describe('No byte more of a layer, for good: only the runtime can end it'),
    ...faultWindow,
    ...some,
    afterBytes,
  }).check(checkWindow),
  ownObject({
    kind: z.literal('trickle').describe('A layer that goes on at a trickle'),
    ...faultWindow,
    ...some,
    afterBytes: afterBytes.optional().describe('So many bytes of a layer arrive before, such as 2MB (default 0)'),
    speed: finiteByteRateShape.describe('The rate from there on, such as 1kB/s'),
  }).check(checkWindow),
  ownObject({
    kind: z.literal('wrongDigest').describe('All bytes of a layer come, and they are the wrong ones'),
    ...faultWindow,
    ...some,
  }).check(checkWindow),
] as const;

export type RequestFaultDocument = z.infer<(typeof requestFaultShapes)[number]>;
