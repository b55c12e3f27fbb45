import { describe, expect, test } from 'vitest';
import { plainDocuments } from '../../../src/inputs/documents/plain-documents.ts';
import { kubernetesEvent } from '../../../src/inputs/events/kubernetes-event.ts';
import { isPastedText } from '../../../src/inputs/pasted/pasted-objects.ts';
import { printedAge } from '../../../src/inputs/pasted/printed-age.ts';
import { readInput } from '../../../src/inputs/read-input.ts';

function eventsIn(text: string) {
  const { values, errors } = plainDocuments({ name: 'paste.txt', text });
  expect(errors).toEqual([]);
  return values.flatMap((value) => kubernetesEvent(value) ?? []);
}

const rows = `Events:
  Type     Reason     Age                    From               Message
  ----     ------     ----                   ----               -------
  Normal   Scheduled  50m                    default-scheduler  Successfully assigned shop/web-0 to node-4
  Normal   Pulling    44m (x6 over 50m)      kubelet            Pulling image "web:1"
  Warning  Failed     44m (x6 over 50m)      kubelet            Failed to pull image "web:1": not found
  Warning  Failed     44m (x6 over 50m)      kubelet            Error: ErrImagePull
  Normal   BackOff    3m31s (x210 over 48m)  kubelet            Back-off pulling image "web:1"`;

// HumanDuration of apimachinery's util/duration (v0.36.3)
test.each([
  ['88s', 88, 89],
  ['3m31s', 211, 212],
  ['9m', 540, 541],
  ['48m', 2_880, 2_940],
  ['5h30m', 19_800, 19_860],
  ['20h', 72_000, 75_600],
  ['3d2h', 266_400, 270_000],
  ['30d', 2_592_000, 2_678_400],
])('an age of %s lies between %d and %d seconds', (text, least, most) => {
  expect(printedAge(text)).toEqual({ leastMicros: least * 1e6, mostMicros: most * 1e6 });
});

describe('a table of events of a described pod', () => {
  test('becomes events with counts, whose times are intervals, of the pod that was assigned', () => {
    const events = eventsIn(rows);
    expect(events.map(({ object }) => `${object.namespace}/${object.name}`)).toEqual(
      Array(5).fill('shop/web-0'),
    );
    const backOff = events.at(-1);
    expect(backOff).toMatchObject({
      reason: 'BackOff',
      count: 210,
      node: 'node-4',
      spreadMicros: 1e6,
      firstSpreadMicros: 60e6,
    });
    // 48 minutes and 3m31s, each of which may be almost a unit longer.
    expect((backOff?.micros ?? 0) - (backOff?.firstMicros ?? 0)).toBe((49 * 60 - 212) * 1e6);
  });

  test.each([
    [
      'in a fence, after a command',
      `I see this:\n\n\`\`\`console\n$ kubectl describe pod web-0\n${rows}\n\`\`\`\nAny idea?`,
    ],
    ['quoted in a mail', rows.replace(/^/gm, '> ')],
    ['indented by a list', rows.replace(/^/gm, '      ')],
    [
      'with colours and Windows line ends',
      rows.replaceAll('Warning', '\u001b[33mWarning\u001b[0m').replaceAll('\n', '\r\n'),
    ],
    ['without its head', rows.split('\n').slice(3).join('\n')],
    [
      'with single spaces',
      rows
        .split('\n')
        .slice(3)
        .map((line) => line.trim().replace(/ {2,}/g, '  '))
        .join('\n'),
    ],
    ['with no-break spaces', rows.replaceAll('  ', '\u00a0\u00a0')],
  ])('is read %s', (_, text) => {
    expect(isPastedText(text)).toBe(true);
    expect(eventsIn(text).map(({ reason, count }) => `${reason} ${count}`)).toEqual([
      'Scheduled 1',
      'Pulling 6',
      'Failed 6',
      'Failed 6',
      'BackOff 210',
    ]);
  });

  test('goes on where the terminal broke a long line', () => {
    const [event] = eventsIn(`  Warning  Failed  2m  kubelet  Failed to pull image "web:1": failed to resolve
  reference "docker.io/library/web:1": not found`);
    expect(event?.message).toBe(
      'Failed to pull image "web:1": failed to resolve reference "docker.io/library/web:1": not found',
    );
  });

  test('gives each event its container: by the image, and by the container that is created next', () => {
    const events = eventsIn(`  Normal  Scheduled  60s  default-scheduler  Successfully assigned default/p to n
  Normal  Pulled     59s  kubelet  Container image "wait:1" already present on machine
  Normal  Created    59s  kubelet  Created container wait
  Normal  Started    59s  kubelet  Started container wait
  Normal  Pulling    50s  kubelet  Pulling image "app:1"
  Normal  Pulled     45s  kubelet  Successfully pulled image "app:1" in 5s (5s including waiting)
  Normal  Created    45s  kubelet  Created container app
  Normal  Pulling    44s  kubelet  Pulling image "side:1"`);
    expect(events.map(({ object }) => object.fieldPath)).toEqual([
      '',
      ...Array(3).fill('spec.initContainers{wait}'),
      ...Array(3).fill('spec.containers{app}'),
      'spec.containers{container-3}',
    ]);
  });
});

test('kubectl get events -A and -o wide are read by their columns', () => {
  const all = eventsIn(`user@box:~$ kubectl get events -A
NAMESPACE   LAST SEEN   TYPE      REASON    OBJECT        MESSAGE
shop        3m          Warning   BackOff   pod/web-0     Back-off pulling image "web:1"
default     <unknown>   Normal    Pulling   pod/other     Pulling image "x:1"`);
  expect(all.map(({ object, reason }) => `${object.namespace}/${object.name} ${reason}`)).toEqual([
    'shop/web-0 BackOff',
    'default/other Pulling',
  ]);
  const [wide] =
    eventsIn(`LAST SEEN   TYPE     REASON    OBJECT      SUBOBJECT              SOURCE         MESSAGE                  FIRST SEEN   COUNT   NAME
90s         Normal   Pulling   pod/web-0   spec.containers{app}   kubelet, n-1   Pulling image "web:1"    10m          4       web-0.17b1`);
  expect(wide).toMatchObject({
    message: 'Pulling image "web:1"',
    count: 4,
    node: 'n-1',
    component: 'kubelet',
  });
  expect(wide?.object.fieldPath).toBe('spec.containers{app}');
});

test('lines of the log of the kubelet and of containerd become events with their times', () => {
  const events =
    eventsIn(`Mar 12 10:00:00 n kubelet[8]: I0312 10:00:00.123456 8 event.go:307] "Event occurred" object="shop/web-0" fieldPath="spec.containers{app}" kind="Pod" type="Normal" reason="Pulling" message="Pulling image \\"web:1\\""
time="2024-03-12T10:00:02.5Z" level=error msg="PullImage \\"web:1\\" failed" error="failed to pull: 429 Too Many Requests"
time="2024-03-12T10:00:03Z" level=info msg="StopPodSandbox for \\"x\\""`);
  expect(events.map(({ reason, message, spreadMicros }) => `${reason} ${message} ${spreadMicros}`)).toEqual([
    'Pulling Pulling image "web:1" 0',
    'Failed Failed to pull image "web:1": failed to pull: 429 Too Many Requests 0',
  ]);
});

test('a described pod is a pod of a run, with its containers, owner and node', () => {
  const text = `Name:         web-5d8f9c7b6d-x2x8q
Namespace:    shop
Node:         node-4/10.0.0.4
Start Time:   Tue, 12 Mar 2024 10:04:11 +0100
Status:       Pending
Controlled By:  ReplicaSet/web-5d8f9c7b6d
Init Containers:
  wait:
    Image:         busybox:1.36
    State:          Terminated
      Reason:       Completed
      Exit Code:    0
Containers:
  app:
    Image:          ghcr.io/acme/web:2.1
    State:          Waiting
      Reason:       ImagePullBackOff
    Environment:    <none>
${rows}`;
  const result = readInput([{ name: 'paste.txt', text }], {});
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  const [pod] = result.input.pods;
  expect(pod).toMatchObject({ name: 'web-5d8f9c7b6d-x2x8q', namespace: 'shop', nodeName: 'node-4' });
  expect(pod?.initContainers.map(({ image }) => image)).toEqual(['busybox:1.36']);
  expect(pod?.containers.map(({ image }) => image)).toEqual(['ghcr.io/acme/web:2.1']);
  expect(result.warnings.join('\n')).toContain('windlass import makes a fault of it');
});

test('events alone make the pods of a run', () => {
  const result = readInput([{ name: 'paste.txt', text: rows }], {});
  expect(result.ok && result.input.pods.map(({ name, nodeName }) => `${name} ${nodeName}`)).toEqual([
    'web-0 node-4',
  ]);
});

test.each([
  ['an age that is none', '  Normal   Pulling  yesterday  kubelet  Pulling image "x"', 3],
  ['nothing but a word', '  Warning', 3],
])('a row with %s is an error with its place', (_, row, line) => {
  const text = `Type  Reason  Age  From  Message\n----  ------  ----  ----  -------\n${row}\n`;
  const { errors } = plainDocuments({ name: 'bad.txt', text });
  expect(errors).toMatchObject([
    { code: 'PASTED_ROW', file: 'bad.txt', line, column: 1, expected: expect.stringContaining('reason') },
  ]);
});

test.each([
  'apiVersion: v1\nkind: Pod\n',
  '{"kind":"List"}',
  'plain prose about Pulling an image',
  'NAME: x',
])('another text is left to the reader of YAML: %j', (text) => {
  expect(isPastedText(text)).toBe(false);
});

test.each([
  [
    'I1128 10:00:00.123456    1 kubelet.go:12] "SyncLoop ADD" source="api"',
    'a log in which no line is about the pull of an image',
  ],
  ['LAST SEEN   TYPE   REASON   OBJECT   MESSAGE', 'a head of a table without a row'],
  [
    'Name:         web\nNamespace:    default\nLabels:       <none>\n',
    'a description without images of containers, and without events',
  ],
])('a text without a pod or an event is an error that says what it is: %j', (text, message) => {
  const { errors } = plainDocuments({ name: 'paste.txt', text });
  expect(errors.map((error) => [error.message, error.line])).toEqual([[message, 1]]);
});
