import { z } from 'zod';
import type { RequestFault, RequestKind } from '../../rules/runtime/registry/request-fault.ts';
import type { FaultInput } from '../../run/simulation-input.ts';
import { ownObject } from '../documents/own-object.ts';
import { writtenImageShape } from '../images/image-name.ts';
import { parseDuration } from './quantities.ts';
import { durationShape, positiveDurationShape } from './quantity-shapes.ts';

/** The values of a fault's field: names in the run, or a text of some form. */
export type FaultFieldKind =
  | 'registry'
  | 'image'
  | 'node'
  | 'duration'
  | 'rate'
  | 'share'
  | 'count'
  | 'size'
  | 'text'
  | 'pulls'
  | 'request';

/** A field in the page's form. */
export interface FaultField {
  readonly name: string;
  readonly kind: FaultFieldKind;
  readonly isRequired: boolean;
  readonly example: string;
}

/** One kind of fault as a form of the page. */
export interface FaultForm {
  readonly kind: string;
  /** What happens, in plain words. */
  readonly words: string;
  readonly fields: readonly FaultField[];
}

/**
 * A field of a row: its shape in a Scenario and in `--fault`, and its control on the page. Without `kind` it
 * is only for files.
 */
interface RowField<Shape extends z.ZodType = z.ZodType> {
  readonly shape: Shape;
  readonly kind?: FaultFieldKind;
  readonly example?: string;
  /** Whether the page requires it although the shape does not. */
  readonly isAsked?: true;
}

type RowFields = Readonly<Record<string, RowField>>;
type ShapesOf<Fields extends RowFields> = { [Name in keyof Fields]: Fields[Name]['shape'] };
type Written<Fields extends RowFields> = z.infer<z.ZodObject<ShapesOf<Fields>>>;

/** The fields of a fault without its times and its target. */
type Own<Kind> = WithoutTarget<Extract<FaultInput, { kind: Kind }>>;
type WithoutTarget<Fault> = Fault extends unknown
  ? Omit<
      Fault,
      | 'kind'
      | 'fromMicros'
      | 'untilMicros'
      | 'registry'
      | 'node'
      | 'image'
      | 'settings'
      | (Fault extends RequestFault ? 'layer' | 'times' | 'requests' : never)
    >
  : never;

/** The times of a fault, in the user's notation. */
const window = {
  from: durationShape.optional().describe('When it begins, from the start of the run (default 0s)'),
  until: durationShape
    .optional()
    .describe('When it ends; without until and for it lasts to the end of the run'),
  for: positiveDurationShape.optional().describe('How long it lasts, instead of until'),
};
const moment = { ...window, at: durationShape.optional().describe('When it happens; the same as from') };

const windowForm: readonly FaultField[] = [
  { name: 'from', kind: 'duration', isRequired: false, example: '0s' },
  { name: 'until', kind: 'duration', isRequired: false, example: '40s' },
];
const momentForm: readonly FaultField[] = [
  { name: 'at', kind: 'duration', isRequired: true, example: '30s' },
];

/** The requests of a runtime to a registry, in their order. */
export const requestKinds = [
  'tag',
  'index',
  'manifest',
  'config',
  'layer',
  'token',
] as const satisfies readonly RequestKind[];

const requestKind = z.enum(requestKinds, {
  error: 'a kind of request: tag (the HEAD), index, manifest, config, layer or token',
});

export const node = field(z.string().min(1).optional().describe("A node's name (default: all)"), 'node');
export const registry = field(
  z.string().min(1).optional().describe('A registry host such as docker.io (default: all)'),
  'registry',
);
const oneImage = writtenImageShape.describe(
  'An image as the pods write it, or any other spelling of the same name',
);
export const image = field(oneImage, 'image');
export const anyImage = field(oneImage.optional(), 'image');

/** Which requests are affected by faults of single requests. */
export const someLayers = {
  registry,
  image: anyImage,
  layer: field(
    z.int().min(0).optional().describe("The layer's place in its manifest, from 0 (default: every layer)"),
    'count',
    '0',
  ),
  times: field(
    z.int().min(1).optional().describe('How many requests it affects: the first ones (default: all)'),
    'count',
    '1',
  ),
};
export const request = field(
  z
    .union([requestKind, z.array(requestKind).min(1)], {
      error: 'a kind of request such as manifest, or several',
    })
    .optional()
    .describe(
      'tag (the HEAD), index, manifest, config, layer, token; one or several (default: all but token)',
    ),
  'request',
);

/** A field of a row. */
export function field<Shape extends z.ZodType>(
  shape: Shape,
  kind?: FaultFieldKind,
  example = '',
): RowField<Shape> {
  return { shape, example, ...(kind === undefined ? {} : { kind }) };
}

/** Returns the row of a fault that lasts for a time. `says` is for the schema. */
export function lasting<const Kind extends FaultInput['kind'], Fields extends RowFields>(
  kind: Kind,
  words: string,
  fields: Fields,
  read: (written: Written<Fields>) => Own<Kind>,
  says?: string,
) {
  return row(kind, words, fields, window, windowForm, read, says);
}

/** Returns the row of a fault that happens at a moment. */
export function atOnce<const Kind extends FaultInput['kind'], Fields extends RowFields>(
  kind: Kind,
  words: string,
  fields: Fields,
  read: (written: Written<Fields>) => Own<Kind>,
) {
  return row(kind, words, fields, moment, momentForm, read);
}

function row<const Kind extends FaultInput['kind'], Fields extends RowFields, When extends typeof window>(
  kind: Kind,
  words: string,
  fields: Fields,
  when: When,
  whenForm: readonly FaultField[],
  read: (written: Written<Fields>) => Own<Kind>,
  says?: string,
) {
  const shapes = Object.fromEntries(
    Object.entries(fields).map(([name, { shape }]) => [name, shape]),
  ) as ShapesOf<Fields>;
  const literal = says === undefined ? z.literal(kind) : z.literal(kind).describe(says);
  const form = Object.entries(fields).flatMap(
    ([name, { shape, kind: asked, example = '', isAsked }]): FaultField[] =>
      asked === undefined
        ? []
        : [
            {
              name,
              kind: asked,
              example,
              isRequired: isAsked === true || !shape.safeParse(undefined).success,
            },
          ],
  );
  return {
    kind,
    words,
    example: exampleOf(kind, words, form, whenForm, Object.keys(fields)),
    form: { kind, words, fields: [...form, ...whenForm] } satisfies FaultForm,
    shape: ownObject({ kind: literal, ...when, ...shapes }).check(({ value, issues }) =>
      checkWindow(value as WindowDocument, issues),
    ),
    read,
  };
}

/**
 * Returns an example of a fault of this kind with its required fields, as one line of YAML. Its comment has
 * the effect and the other fields.
 */
function exampleOf(
  kind: string,
  words: string,
  form: readonly FaultField[],
  whenForm: readonly FaultField[],
  names: readonly string[],
): string {
  const required = [...form, ...whenForm].filter(({ isRequired }) => isRequired);
  const given = required.map(
    ({ name, kind: asked, example }) => `, ${name}: ${asked === 'image' ? '"nginx:1.27"' : example}`,
  );
  const others = names.filter((name) => required.every((field) => field.name !== name));
  return `{ kind: ${kind}${given.join('')} }   # ${words}${others.length === 0 ? '' : `; also ${others.join(', ')}`}`;
}

type WindowDocument = Partial<Record<'from' | 'until' | 'for' | 'at', string | undefined>>;

/** Reports times that are given twice, or that end before they begin. */
function checkWindow(value: WindowDocument, issues: z.core.$ZodRawIssue[]): void {
  const complain = (name: keyof WindowDocument, message: string) =>
    issues.push({ code: 'custom', input: value[name], path: [name], message });
  const begin = value.at ?? value.from ?? '0s';
  if (value.at !== undefined && value.from !== undefined) complain('at', 'left out, as from says the same');
  if (value.until === undefined) return;
  if (value.for !== undefined) complain('for', 'left out, as until says the same');
  // If one of them is not a duration, the shape has already reported it.
  if ((parseDuration(value.until) ?? Number.NaN) <= (parseDuration(begin) ?? Number.NaN))
    complain('until', `a time after from (${begin})`);
}
