import { expect, it } from 'vitest';
import { changedTexts, ToldTextReader } from '../../../../src/answers/what-if/upgrade/told-texts.ts';
import { ReadingTable } from '../../../../src/trace/readings.ts';

const pod = (name: string) => ({ namespace: 'default', name, uid: name });

function told(
  ...events: readonly (readonly [reason: string, message: string, pod: string])[]
): ToldTextReader {
  const reader = new ToldTextReader();
  const table = new ReadingTable([reader.readings]);
  for (const [index, [reason, message, name]] of events.entries())
    table.note({
      ...{ id: index + 1, at: index, type: 'event', node: 'n', actor: 'n/a', eventType: 'Normal' },
      ...{ reason, message, pod: pod(name), fieldPath: 'spec.containers{app}' },
    });
  return reader;
}

it('takes texts that differ in names, numbers and times for one wording', () => {
  const before = told([
    'Pulled',
    'Successfully pulled image "a:1" in 1.5s (2s including waiting). Image size: 10 bytes.',
    'x',
  ]);
  const after = told([
    'Pulled',
    'Successfully pulled image "b:2" in 3s (12.25s including waiting). Image size: 999 bytes.',
    'y',
  ]);
  expect(changedTexts(before, after)).toEqual([]);
});

it('takes texts for one wording whatever the unit of a time, and however short a name', () => {
  const texts = (took: string, name: string) =>
    told(
      ['Pulled', `Successfully pulled image "a" in ${took} (1m2.5s including waiting)`, 'x'],
      ['Created', `Created container: ${name}`, name],
    );
  expect(changedTexts(texts('213.4ms', 'app'), texts('1h0m2.331869s', 'app'))).toEqual([]);
  const created = (container: string) => {
    const reader = new ToldTextReader();
    const message = `Created container: ${container}`;
    const fieldPath = `spec.containers{${container}}`;
    const of = {
      node: 'n',
      actor: 'n/a',
      pod: pod('x'),
      eventType: 'Normal',
      reason: 'Created',
      message,
      fieldPath,
    } as const;
    new ReadingTable([reader.readings]).note({ ...of, id: 1, at: 1, type: 'event' });
    return reader;
  };
  expect(changedTexts(created('c'), created('d'))).toEqual([]);
});

it('puts texts of one reason side by side, those of one container first', () => {
  const before = told(
    ['Created', 'Created container app', 'x'],
    ['Created', 'Created container app', 'y'],
    ['Old', 'gone', 'x'],
  );
  const after = told(['Created', 'Container created', 'y'], ['New', 'come', 'x']);
  expect(changedTexts(before, after)).toEqual([
    {
      ...{ kind: 'event', reason: 'Created' },
      before: { message: 'Created container app', of: 'default/y/app', count: 2 },
      after: { message: 'Container created', of: 'default/y/app', count: 1 },
    },
    { kind: 'event', reason: 'Old', before: { message: 'gone', of: 'default/x/app', count: 1 }, after: null },
    { kind: 'event', reason: 'New', before: null, after: { message: 'come', of: 'default/x/app', count: 1 } },
  ]);
});

it('takes texts that differ in the error of the runtime for one wording', () => {
  const failed = (digest: string) => {
    const reader = new ToldTextReader();
    const table = new ReadingTable([reader.readings]);
    const error = `failed to copy: https://quay.io/v2/blobs/sha256:${digest}: 503 Service Unavailable`;
    const by = { node: 'n', actor: 'n/a', pod: pod('x') } as const;
    table.note({
      ...by,
      id: 1,
      at: 1,
      type: 'pull',
      state: 'failed',
      container: 'app',
      image: 'web:1',
      error,
    });
    const message = `Failed to pull image "web:1": ${error}`;
    table.note({
      ...by,
      id: 2,
      at: 1,
      type: 'event',
      eventType: 'Warning',
      reason: 'Failed',
      message,
      fieldPath: 'spec.containers{app}',
    });
    const containers = [
      {
        name: 'app',
        kind: 'container',
        state: 'waiting',
        reason: 'ErrImagePull',
        message: error,
        restarts: 0,
      },
    ] as const;
    table.note({ ...by, id: 3, at: 1, type: 'status', phase: 'Pending', containers });
    return reader;
  };
  expect(changedTexts(failed('5d0e22fd'), failed('490e7c8a'))).toEqual([]);
});
