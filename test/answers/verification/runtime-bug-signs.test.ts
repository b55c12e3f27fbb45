import { expect, test } from 'vitest';
import type { EventObservation } from '../../../src/answers/verification/observation.ts';
import { seenRuntimeBugs } from '../../../src/answers/verification/runtime-bug-signs.ts';
import { runtimeBugTexts } from '../../../src/rules/runtime/runtime-bugs/event-texts.ts';
import { runtimeBugs } from '../../../src/rules/runtime/runtime-bugs.ts';
import { accepted, podYaml } from '../../inputs/reading.ts';

const pod = podYaml('web', '{ containers: [{ name: app, image: "quay.io/web:1" }] }');

function seen(message: string, options: object, count = 3) {
  const [node] = accepted(pod, options).input.nodes;
  if (node === undefined) throw new Error('no node');
  const times = { lowMicros: 0, highMicros: 0 };
  const event: EventObservation = {
    what: 'event',
    at: 'events.json:7',
    pod: 'default/web',
    node: node.name,
    uid: undefined,
    isOfKubelet: true,
    fieldPath: 'spec.containers{app}',
    reason: 'Failed',
    message: `Failed to pull image "quay.io/web:1": ${message}`,
    count,
    first: times,
    ...times,
  };
  return seenRuntimeBugs(node, [event]);
}

const cancelled =
  'rpc error: code = Canceled desc = failed to pull and unpack image "quay.io/web:1": context canceled';

test('a pull that the progress timeout ends is a sign of the bugs with chunks, which need these', () => {
  const ids = seen(cancelled, { runtime: 'containerd://2.2.1' });
  expect(ids).toMatchObject([
    { id: 'containerd-chunks-cancelled', of: 'containerd://2.2.1', times: 3, where: 'events.json:7' },
    { id: 'containerd-chunk-stands-still', needs: expect.stringContaining('in chunks') },
  ]);
  const chunks = { runtime: 'containerd://2.2.1', runtimeConfig: ['concurrent_layer_fetch_buffer=8MiB'] };
  expect(seen(cancelled, chunks)[0]).toMatchObject({ needs: null });
});

test('of other releases, and of other texts, nothing is claimed', () => {
  expect(seen(cancelled, { runtime: 'containerd://2.1.3' })).toEqual([]);
  expect(seen(cancelled, { runtime: 'containerd://2.2' })).toEqual([]);
  expect(seen('no such host', { runtime: 'containerd://2.2.1' })).toEqual([]);
});

test.each([
  [
    'rpc error: code = NotFound desc = failed to pull and unpack image "quay.io/web:1": failed to resolve reference "quay.io/web:1": quay.io/web:1: not found',
    { kubeletVersion: 'v1.31.6+k3s1' },
    'k3s-wildcard-mirror-not-found',
  ],
  [
    'failed to pull and unpack image "quay.io/web:1": unable to initialize unpacker: no unpack platforms defined: invalid argument',
    { runtime: 'containerd://2.1.3' },
    'containerd-no-unpack-platform',
  ],
  [
    'copying system image from manifest list: copying config: context canceled',
    { runtime: 'cri-o://1.31.2' },
    'crio-progress-timeout',
  ],
  [
    'failed to pull and unpack image "quay.io/web:1": failed commit on ref "layer-sha256:ab": commit failed: failed size validation: 7 != 5: failed precondition',
    { runtime: 'containerd://2.1.4' },
    'containerd-ignored-range-breaks-layer',
  ],
])('%s is the sign of one', (message, options, id) => {
  expect(seen(message, options).map((bug) => bug.id)).toEqual([id]);
});

test('each text is that of a bug in the list', () => {
  const ids = runtimeBugs.map(({ id }) => id);
  expect(Object.keys(runtimeBugTexts).filter((id) => !ids.includes(id))).toEqual([]);
});
