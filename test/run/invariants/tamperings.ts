import type { TraceRecord } from '../../../src/trace/record.ts';

/** A record as plain data: a forger is not bound to what a run can give. */
export type Line = {
  id: number;
  readonly type: string;
  because?: { readonly kind: string; actor: string; record?: number };
} & Record<
  string,
  // biome-ignore lint/suspicious/noExplicitAny: any field may be forged
  any
>;

type Tampering = (trace: Line[]) => void;

const by =
  (type: string, fields: Record<string, unknown> = {}) =>
  (line: Line): boolean =>
    line.type === type && Object.entries(fields).every(([name, value]) => line[name] === value);
const of = (actor: string, type: string, state?: string) =>
  by(type, { actor, ...(state === undefined ? {} : { state }) });

const pod = (name: string) => `node-1/kubelet/default/${name}`;
const runtimeOf = (name: string) => `node-1/images/kubelet/default/${name}/app`;

function the(trace: readonly Line[], test: (line: Line) => boolean, place = 0): Line {
  const line = trace.filter(test).at(place);
  if (line === undefined) throw new Error('the trace has no such record');
  return line;
}

function lose(trace: Line[], line: Line): void {
  trace.splice(trace.indexOf(line), 1);
}

function again(trace: Line[], line: Line, after: Line = line): void {
  trace.splice(trace.indexOf(after) + 1, 0, { ...structuredClone(line), at: after.at });
}

function withPolicy(trace: readonly Line[], name: string, policy: string): void {
  the(trace, (line) => by('pod', { state: 'added' })(line) && line.pod.name === name).containers.at(
    -1,
  ).policy = policy;
}

const eventOf = (actor: string, reason: string) => by('event', { actor, reason });

/**
 * How somebody may have changed a trace, one change for each invariant that is to notice it; and where it
 * does, in which words.
 */
export const tamperings: Readonly<Record<string, readonly [witness: string, tampering: Tampering]>> = {
  'causes-come-before': [
    '#83: its cause, record 1, is not of node-1/images/kubelet/default/owner/app#fetch-1',
    (trace) => {
      const { because } = the(trace, ({ because }) => because?.record !== undefined);
      if (because !== undefined) because.record = 1;
    },
  ],
  'joined-pulls-wait': [
    '#20: node-1/kubelet/default/owner/app waits for a pull of the same image, and its kubelet does not coalesce pulls',
    (trace) => {
      the(trace, by('pull', { state: 'inspecting' })).state = 'joined';
    },
  ],
  'one-sync-at-a-time': [
    '#4: a second sync of pod owner begins within one',
    (trace) => again(trace, the(trace, of(pod('owner'), 'sync', 'started'))),
  ],
  'pod-pulls-one-by-one': [
    '#40: node-1/kubelet/default/two/app begins while node-1/kubelet/default/two/init of the same pod is under way',
    (trace) =>
      again(
        trace,
        the(trace, of(`${pod('two')}/app`, 'pull', 'inspecting')),
        the(trace, of(`${pod('two')}/init`, 'pull', 'pulling')),
      ),
  ],
  'containers-have-their-volumes': [
    '#339: two/app is created, and the image of its volume model is not on node-1',
    (trace) => {
      the(trace, (line) => by('pod', { state: 'added' })(line) && line.pod.name === 'two').containers.at(
        -1,
      ).mounts = ['model'];
      const result = the(trace, of(`${pod('two')}/init`, 'result'));
      const lost = { image: 'model:1', ref: 'sha256:lost' };
      trace.splice(
        trace.indexOf(result) + 1,
        0,
        { ...structuredClone(result), actor: `${pod('two')}/volumes/model`, imageRef: lost.ref },
        {
          id: result.id,
          at: result.at,
          type: 'image',
          node: 'node-1',
          actor: 'node-1/images',
          state: 'removed',
          ...lost,
        },
      );
    },
  ],
  'containers-have-their-image': [
    '#467: heir/app is created with its image neverPresent',
    (trace) => {
      the(trace, of(`${pod('heir')}/app`, 'pull', 'present')).state = 'neverPresent';
    },
  ],
  'nothing-runs-twice': [
    '#193: owner/app is created a second time',
    (trace) =>
      again(
        trace,
        the(trace, of(pod('owner'), 'container', 'creating')),
        the(trace, of(pod('owner'), 'container', 'running')),
      ),
  ],
  'pleg-tells-once': [
    '#144: ContainerStarted of 373a29d0-73a3-4c00-a8a3-8b34fe65e3b0/sandbox/1 is reported a second time',
    (trace) => {
      const told = trace.filter((line) => line.type === 'pleg' && line.events?.length > 0);
      told[1]?.events.push(told[0]?.events[0]);
    },
  ],
  'pleg-errors-keep-records': [
    '#418: 373a29d0-73a3-4c00-a8a3-8b34fe65e3b0/app/0 is removed, and no event said that it died',
    (trace) => {
      const told = trace.filter(by('pleg')).flatMap((line) => line.events ?? []);
      const { data } = told.find(({ eventType }) => eventType === 'ContainerRemoved');
      for (const line of trace.filter(by('pleg')))
        line.events = line.events?.filter(
          (event: Line) => event.eventType !== 'ContainerDied' || event.data !== data,
        );
    },
  ],
  'slots-respected': [
    '#39: 2 pulls in flight on node-1, which has 1 slot',
    (trace) => {
      the(trace, by('header')).nodes[0].kubelet.maxParallelImagePulls = 1;
    },
  ],
  'slots-in-order': [
    '#127: node-1/kubelet/default/third/app has its turn before node-1/kubelet/default/typo/app, which asked before it',
    (trace) => {
      const [one, other] = ['third', 'typo'].map((name) =>
        trace.indexOf(the(trace, of(`${pod(name)}/app`, 'pull', 'waiting'))),
      );
      if (one === undefined || other === undefined) return;
      const [first, second] = [trace[one], trace[other]] as [Line, Line];
      trace[one] = { ...second, at: first.at };
      trace[other] = { ...first, at: second.at };
    },
  ],
  'never-does-not-pull': [
    '#41: node-1/kubelet/default/third/app has policy Never and pulls c:1',
    (trace) => withPolicy(trace, 'third', 'Never'),
  ],
  'present-is-not-pulled': [
    '#29: node-1/kubelet/default/owner/app pulls r.io/private/app:1, which is on node-1',
    (trace) => {
      const { because, ...present } = the(
        trace,
        by('image', { image: 'r.io/private/app:1', state: 'present' }),
      );
      again(trace, present as Line, trace[1]);
    },
  ],
  'protected-images-need-credentials': [
    '#466: node-1/kubelet/default/heir/app gets r.io/private/app:1, which node-1 has, without credentials that have opened it',
    (trace) => {
      delete the(trace, (line) => line.credentials !== undefined && line.pod.name === 'heir').credentials;
    },
  ],
  'back-off-doubles': [
    '#412: a window of 30000 ms where 20000 ms follow',
    (trace) => {
      the(trace, of(`${pod('typo')}/app`, 'pull', 'failed'), 1).windowMs = 30_000;
    },
  ],
  'back-off-is-kept': [
    '#217: node-1/kubelet/default/typo/app is refused until 13008.607 ms where its window ends at 13007.607 ms',
    (trace) => {
      the(trace, of(`${pod('typo')}/app`, 'pull', 'backingOff')).untilMs += 1;
    },
  ],
  'no-lost-waiter': [
    '#506: the run is settled, but node-1/kubelet/default/always/app has no answer',
    (trace) => lose(trace, the(trace, of(`${pod('always')}/app`, 'pull', 'pulled'))),
  ],
  'every-fetch-ends': [
    '#318: the run is settled, but sha256:3e577e24f18c14907cbd89e9189f0cf5db0a165d1e6a21f6d5d41ebb09663174 is still being fetched',
    (trace) => lose(trace, trace.filter(by('fetch', { state: 'fetched' })).at(-1) as Line),
  ],
  'pulling-event-is-answered': [
    '#403: node-1/kubelet/default/typo/app: Pulling again, record 46 has no Pulled or Failed',
    (trace) => {
      for (const event of trace.filter(
        (line) => eventOf(`${pod('typo')}`, 'Failed')(line) || eventOf(`${pod('typo')}/app`, 'Failed')(line),
      ))
        lose(trace, event);
    },
  ],
  'times-add-up': [
    '#272: node-1/kubelet/default/third/app waited 1796.02 ms by its own account, 1795.02 ms by the records',
    (trace) => {
      the(trace, of(`${pod('third')}/app`, 'pull', 'pulled')).waitedMs += 1;
    },
  ],
  'running-pods-are-quiet': [
    '#558: all containers of two run, and node-1/kubelet/default/two/app writes the event Pulling',
    (trace) => {
      const pulling = the(trace, eventOf(`${pod('two')}/app`, 'Pulling'));
      again(trace, pulling, the(trace, by('sync', { actor: pod('two'), state: 'finished' }), -1));
    },
  ],
  'deleted-pods-leave-nothing': [
    '#17: two is gone, and node-1/kubelet/default/two has a record of type sandbox (creating)',
    (trace) => {
      const started = the(trace, of(pod('two'), 'sync', 'started'));
      const deleted = the(trace, (line) => line.type === 'pod' && line.pod.name === 'two');
      again(trace, { ...structuredClone(deleted), state: 'deleted' }, started);
    },
  ],
  'requests-belong-to-pulls': [
    '#172: node-1/images/kubelet/default/owner/app#fetch-0 asks r.io for node-1/kubelet/default/owner/app, which no pull waits for',
    (trace) => {
      const request = the(trace, by('request', { state: 'sent' }));
      again(trace, request, the(trace, of(request.pull, 'runtime-return')));
    },
  ],
  'layers-fetched-once': [
    '#303: sha256:e01622d8d8ccee8bc356d9cd11d4ec8f227201aae68518664d77033db4241b3e comes again: record 69 fetched it',
    (trace) => {
      const { digest, bytes } = the(trace, by('fetch', { image: 'b:1', state: 'fetched' }));
      for (const line of trace.filter(
        (other) => other.digest === the(trace, by('fetch', { image: 'd:1', state: 'started' })).digest,
      ))
        Object.assign(line, { digest, ...(line.type === 'fetch' ? { bytes } : {}) });
    },
  ],
  'peers-send-what-they-have': [
    '#66: node-2 sends sha256:819f09be024302fd07af815c61186fdc6ab4364a1762af47addf73b7a6560882 to node-1 and has never had it',
    (trace) => {
      the(trace, by('request', { image: 'b:1', kind: 'layer', state: 'answered' })).from = 'peers/node-2';
    },
  ],
  'downloads-within-slots': [
    '#89: node-1 downloads 3 layers at once, with 2 slots',
    (trace) => {
      the(trace, by('header')).nodes[0].runtimeOptions = { maxConcurrentDownloads: 2 };
    },
  ],
  'unpacks-in-chain-order': [
    '#320: layer 0 of a:1 is unpacked after layer 1',
    (trace) => {
      the(trace, of(runtimeOf('two'), 'unpack', 'started'), 2).layer = 0;
    },
  ],
  'bytes-conserved': [
    '#199: sha256:20cbee3f28ac59f208cc011fb2bb07e354fc2d9e6de3f9afb831229c168c4786 has 8999999 bytes here and 9000000 before',
    (trace) => {
      the(trace, by('fetch', { image: 'c:1', state: 'fetched' })).bytes -= 1;
    },
  ],
  'gc-never-removes-image-in-use': [
    '#560: c:1 is removed on node-1 while default/heir/app uses it',
    (trace) => {
      the(trace, by('imageGC', { state: 'removed' })).ref =
        the(trace, of(`${pod('heir')}/app`, 'pull', 'present')).ref ??
        the(trace, of(`${pod('heir')}/app`, 'result')).imageRef;
    },
  ],
  'freed-bytes-were-on-disk': [
    '#562: d:1 frees 360000000 bytes and leaves 241200000, and there were at most 313200000',
    (trace) => {
      the(trace, by('imageGC', { state: 'removed' }), 1).freedBytes *= 5;
    },
  ],
};

/** Changes after which no reader takes it for a trace any more: at which line, and why. */
export const disorders: readonly (readonly [string, Tampering, number, string])[] = [
  [
    'a record is lost',
    (trace) => void trace.splice(3, 1),
    4,
    'record 4 where 3 was expected: records are missing or out of order',
  ],
  [
    'time falls',
    (trace) => void Object.assign(trace[9] as Line, { at: 1e6 }),
    11,
    'time falls from 1000000 ms to 2 ms',
  ],
  [
    'a record comes after the end',
    (trace) => void trace.push({ ...(trace.at(-1) as Line), id: 566 }),
    567,
    'a record after the end record',
  ],
  ['the header is lost', (trace) => void trace.shift(), 1, 'the first record must be the header'],
  [
    'a cause comes later',
    (trace) => {
      const { because } = the(trace, (line) => line.because?.record !== undefined);
      if (because !== undefined) because.record = 564;
    },
    84,
    'because.record 564 is not an earlier record',
  ],
];

/** The trace after a tampering, numbered without gaps, with causes that follow their records. */
export function tampered(records: readonly TraceRecord[], tampering: Tampering): Line[] {
  const trace = structuredClone(records) as unknown as Line[];
  tampering(trace);
  const places = new Map(trace.map((line, place) => [line.id, place]).reverse() as [number, number][]);
  return trace.map((line, id) => {
    const cause = line.because?.record;
    return {
      ...line,
      id,
      ...(cause === undefined ? {} : { because: { ...line.because, record: places.get(cause) ?? 0 } }),
    } as Line;
  });
}
