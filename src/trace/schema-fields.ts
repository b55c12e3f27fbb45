import { z } from 'zod';

/** Fields that records of several types share. Every field has a description: docs/trace.md is made of them. */

export const text = (description: string) => z.string().meta({ description });
export const count = (description: string) => z.int().min(0).meta({ description });
/** Virtual milliseconds, exact to the microsecond. */
export const ms = (description: string) => z.number().min(0).meta({ description });

export const cause = z.strictObject({
  kind: text('how: `slot`, `backOff`, `downloadSlot`, `inFlight`, `fault`, `added`, `due`, `lifecycle`, `throttle`, `disk`, …'),
  actor: text('whose doing'),
  record: count('the latest record of that actor at the time').exactOptional(),
});

export const because = cause.meta({ description: 'the cause: another actor, and its latest record' }).exactOptional();

export const pod = z
  .strictObject({ namespace: text('of the pod'), name: text('of the pod'), uid: text('of the pod') })
  .meta({ description: 'the pod' });

export const containerKind = z
  .enum(['init', 'sidecar', 'container', 'ephemeral', 'imageVolume'])
  .meta({ description: 'what the image is for' });

/** What the recorder adds to an observation. */
export const recorded = {
  id: count('place in the trace; the header is 0, no number is left out'),
  at: ms('virtual time in ms, exact to the microsecond; never falls'),
};

const told = { actor: text('stable name of the actor that told it, `node-1/kubelet/default/web-0/app`') };

/** The schema of what an actor tells: what the recorder adds comes first, the cause last. */
export function actorRecord<Type extends string, Fields extends z.ZodRawShape>(type: Type, description: string, fields: Fields) {
  return z.strictObject({ ...recorded, type: z.literal(type), ...told, ...fields, because }).meta({ description });
}

export const image = text('the image, as that actor names it');
export const digest = text('content digest');
export const failure = text('the error, as its source words it');
