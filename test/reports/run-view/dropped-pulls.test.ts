import { expect, test } from 'vitest';
import { droppedPulls } from '../../../src/reports/run-view/dropped-pulls.ts';
import { TraceBuilder } from '../trace-builder.ts';

const web = 'node-1/kubelet/default/web/app';
const db = 'node-1/kubelet/default/db/app';
const ahead = 'node-1/pre-pull/image-1';

type Told = Parameters<TraceBuilder['tell']>[2];
const call: Told = { type: 'runtime', op: 'PullImage', image: 'a:1' };
const returned = (error?: string): Told => ({
  type: 'runtime-return',
  op: 'PullImage',
  image: 'a:1',
  ...(error === undefined ? {} : { error }),
});
const pulled = (state: 'waiting' | 'pulled' | 'failed'): Told => ({
  type: 'pull',
  state,
  pod: { namespace: 'default', name: 'web', uid: 'u' },
  container: 'app',
  image: 'a:1',
});
const prePull = (state: 'pulling' | 'pulled' | 'failed' | 'interrupted' | 'finished'): Told => ({
  type: 'prePull',
  state,
  image: 'a:1',
});
const layer = { image: 'a:1', digest: 'd', layer: 0, bytes: 1 } as const;
const fetch: Told = { type: 'fetch', state: 'started', ...layer };
const unpack: Told = { type: 'unpack', state: 'started', ...layer };
const request: Told = {
  type: 'request',
  state: 'sent',
  method: 'GET',
  kind: 'layer',
  registry: 'r',
  image: 'a:1',
};
const node = (state: 'started' | 'kubeletRestarted' | 'rebooting' | 'rebooted'): Told => ({
  type: 'node',
  state,
});
const runtimeOf = (caller: string) => caller.replace('node-1/', 'node-1/images/');

/** Records are numbered from 1 on. */
test.each<[string, readonly (readonly [string, Told])[], Readonly<Record<number, readonly string[]>>]>([
  [
    'that goes on',
    [
      [web, call],
      [`${runtimeOf(web)}#fetch-0`, fetch],
    ],
    {},
  ],
  [
    'that came through',
    [
      [web, call],
      [runtimeOf(web), fetch],
      [web, returned()],
      [web, pulled('pulled')],
    ],
    {},
  ],
  [
    'that failed: at its last record before',
    [
      [web, call],
      [runtimeOf(web), fetch],
      [runtimeOf(web), unpack],
      [web, returned('x')],
      [web, pulled('failed')],
    ],
    { 3: [web] },
  ],
  [
    'whose last record is a request',
    [
      [web, call],
      [`${runtimeOf(web)}#fetch-1`, request],
      [web, returned('x')],
    ],
    { 2: [web] },
  ],
  [
    'that failed at once',
    [
      [web, call],
      [web, returned('x')],
    ],
    { 1: [web] },
  ],
  [
    'that failed in a trace without calls',
    [
      [runtimeOf(web), fetch],
      [web, pulled('waiting')],
      [web, pulled('failed')],
    ],
    { 1: [web] },
  ],
  [
    'that came through in a trace without calls',
    [
      [runtimeOf(web), fetch],
      [web, pulled('pulled')],
      ['node-1', node('rebooting')],
    ],
    {},
  ],
  [
    'of a look, which is none',
    [
      [web, { type: 'runtime', op: 'GetImageRef', image: 'a:1' }],
      ['node-1', node('rebooting')],
    ],
    {},
  ],
  [
    'of a node that goes down',
    [
      [web, call],
      [db, call],
      [db, returned()],
      ['node-1', node('rebooting')],
      ['node-1', node('rebooted')],
    ],
    { 4: [web] },
  ],
  [
    'of two on such a node',
    [
      [web, call],
      [db, call],
      ['node-1', node('rebooting')],
    ],
    { 3: [web, db] },
  ],
  [
    'of another node',
    [
      ['node-2/kubelet/default/web/app', call],
      ['node-1', node('rebooting')],
    ],
    {},
  ],
  [
    'of a kubelet that ends, and nothing comes of it',
    [
      [web, call],
      [runtimeOf(web), fetch],
      ['node-1', node('kubeletRestarted')],
    ],
    { 3: [web] },
  ],
  [
    'of a kubelet that ends twice',
    [
      [web, call],
      ['node-1', node('kubeletRestarted')],
      ['node-1', node('kubeletRestarted')],
    ],
    { 2: [web] },
  ],
  [
    'that is seen to go on after its kubelet',
    [
      [web, call],
      ['node-1', node('kubeletRestarted')],
      [runtimeOf(web), fetch],
    ],
    {},
  ],
  [
    'that begins anew after its kubelet ended',
    [
      [web, call],
      ['node-1', node('kubeletRestarted')],
      [web, call],
      [web, returned()],
    ],
    { 2: [web] },
  ],
  [
    'whose kubelet ended before its node',
    [
      [web, call],
      ['node-1', node('kubeletRestarted')],
      ['node-1', node('rebooting')],
    ],
    { 2: [web] },
  ],
  [
    'whose node only started',
    [
      [web, call],
      ['node-1', node('started')],
    ],
    {},
  ],
  [
    'ahead, which a new kubelet does not end',
    [
      [ahead, prePull('pulling')],
      ['node-1', node('kubeletRestarted')],
    ],
    {},
  ],
  [
    'ahead that was interrupted',
    [
      [ahead, prePull('pulling')],
      [web, call],
      ['node-1/pre-pull', prePull('interrupted')],
    ],
    { 3: [ahead] },
  ],
  [
    'ahead whose list has finished',
    [
      [ahead, prePull('pulling')],
      ['node-1/pre-pull', prePull('finished')],
    ],
    {},
  ],
  [
    'ahead that failed',
    [
      [ahead, prePull('pulling')],
      [runtimeOf(ahead), fetch],
      [ahead, prePull('failed')],
    ],
    { 2: [ahead] },
  ],
  [
    'ahead that came through',
    [
      [ahead, prePull('pulling')],
      [ahead, prePull('pulled')],
      ['node-1', node('rebooting')],
    ],
    {},
  ],
])('a pull %s', (_, told, dropped) => {
  const trace = new TraceBuilder([{}, { name: 'node-2' }]);
  for (const [index, [actor, record]] of told.entries()) trace.tell(index, actor, record);
  expect(Object.fromEntries(droppedPulls(trace.end(100)))).toEqual(dropped);
});
