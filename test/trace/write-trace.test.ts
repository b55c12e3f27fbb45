import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pod } from '../../src/trace/schema-fields.ts';
import { createJsonWriter } from '../../src/trace/write-trace.ts';

const schema = z.strictObject({
  id: z.int(),
  name: z.string().exactOptional(),
  pod: pod.exactOptional(),
  items: z
    .array(z.strictObject({ a: z.string().exactOptional(), b: z.number().exactOptional() }))
    .exactOptional(),
  free: z.record(z.string(), z.unknown()).exactOptional(),
  names: z.array(z.string()).exactOptional(),
  flag: z.boolean().exactOptional(),
});

const write = createJsonWriter(schema);

function written(...values: readonly unknown[]): string[] {
  return values.map((value) => {
    const pieces: string[] = [];
    write(value, pieces);
    return pieces.join('');
  });
}

/** Any text: quotes, controls, halves of surrogate pairs. */
const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', '\\', '\n', '\u001b', '\ud800', '\udc00', '\u2028', '😀', 'a'),
    fc.string({ unit: 'binary' }),
  ),
});
const aPod = fc.record({ namespace: text, name: text, uid: text });
const item = fc.record({ a: text, b: fc.double() }, { requiredKeys: [] });
const value = fc.record(
  {
    id: fc.integer(),
    name: text,
    pod: aPod,
    items: fc.array(item),
    free: fc.dictionary(text, fc.jsonValue()),
    names: fc.array(text),
    flag: fc.boolean(),
  },
  { requiredKeys: ['id'], noNullPrototype: true },
);

test('is the text that JSON.stringify makes of the fields in their order', () => {
  fc.assert(
    fc.property(value, ({ id, name, pod: of, items, free, names, flag }) => {
      const inOrder = { id, name, pod: of, items: items?.map(({ a, b }) => ({ a, b })), free, names, flag };
      // The same pod again, and a field that nobody knows.
      const mixed = { ...(flag === undefined ? {} : { flag }), unknown: 1, ...inOrder };
      expect(written(mixed, { ...mixed })).toEqual([JSON.stringify(inOrder), JSON.stringify(inOrder)]);
    }),
  );
});

test('what the first field of an object is does not matter', () => {
  expect(written({ id: 1, items: [{ b: 2 }, {}, { a: 'x', b: -0 }] })).toEqual([
    '{"id":1,"items":[{"b":2},{},{"a":"x","b":0}]}',
  ]);
});

test('more different texts than are remembered', () => {
  for (let id = 0; id < 12_000; id++)
    expect(written({ id, name: `"${id}"` })).toEqual([`{"id":${id},"name":"\\"${id}\\""}`]);
});
