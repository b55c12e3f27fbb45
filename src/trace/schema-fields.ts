import { z } from 'zod';

/**
 * Fields that several types of records share. Every field has a description, from which docs/trace.md is
 * made.
 */

export const text = (description: string) => z.string().meta({ description });
export const count = (description: string) => z.int().min(0).meta({ description });
/** Virtual milliseconds, exact to the microsecond. */
export const ms = (description: string) => z.number().min(0).meta({ description });

export const cause = z.strictObject({
  kind: text(
    'how: `slot`, `backOff`, `downloadSlot`, `inFlight`, `fault`, `added`, `due`, `lifecycle`, `throttle`, `disk`, …',
  ),
  actor: text('whose doing'),
  record: count('the latest record of that actor at the time').exactOptional(),
});

export const because = cause
  .meta({ description: 'the cause: another actor, and its latest record' })
  .exactOptional();

export const pod = z
  .strictObject({ namespace: text('of the pod'), name: text('of the pod'), uid: text('of the pod') })
  .meta({ description: 'the pod' });

export const containerKind = z
  .enum(['init', 'sidecar', 'container', 'ephemeral', 'imageVolume'])
  .meta({ description: 'what the image is for' });

export const podContainers = z
  .array(
    z.strictObject({
      name: text('of the container or image volume'),
      image: text('as written in the pod'),
      kind: containerKind,
      policy: text('`Always`, `IfNotPresent` or `Never`'),
      mounts: z
        .array(z.string())
        .meta({ description: 'the image volumes that it mounts; absent: none' })
        .exactOptional(),
      startupMs: ms('from its start until it is ready; absent: it is at once').exactOptional(),
    }),
  )
  .meta({ description: 'what needs an image, in the order of the pod' });

/** The fields that the recorder adds to an observation. */
export const recorded = {
  id: count('place in the trace; the header is 0, no number is left out'),
  at: ms('virtual time in ms, exact to the microsecond; never falls'),
};

const actor = text('stable name of the actor that the record is from, `node-1/kubelet/default/web-0/app`');
const node = text('the node that it is on');
export const pull = text(
  'the call of PullImage that it is work for, by the actor that called: `node-1/kubelet/default/web-0/app`',
);

/**
 * Returns the schema of a record from an actor on a node: the fields of the recorder come first, the cause
 * last.
 */
export function nodeRecord<Type extends string, Fields extends z.ZodRawShape>(
  type: Type,
  description: string,
  fields: Fields,
) {
  return z
    .strictObject({ ...recorded, type: z.literal(type), node, actor, ...fields, because })
    .meta({ description });
}

/** Returns the schema of a record about the runtime's work for a pull. */
export function pullRecord<Type extends string, Fields extends z.ZodRawShape>(
  type: Type,
  description: string,
  fields: Fields,
) {
  return z
    .strictObject({ ...recorded, type: z.literal(type), node, actor, pull, ...fields, because })
    .meta({ description });
}

/** Returns the schema of a record from outside the nodes: of a registry, or of the scenario. */
export function worldRecord<Type extends string, Fields extends z.ZodRawShape>(
  type: Type,
  description: string,
  fields: Fields,
) {
  return z
    .strictObject({ ...recorded, type: z.literal(type), actor, ...fields, because })
    .meta({ description });
}

export const image = text('the image, as that actor names it');
export const digest = text('content digest');
export const failure = text('the error, as its source words it');
