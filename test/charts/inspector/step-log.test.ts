import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import * as machines from '../../../machines/index.ts';
import { toStatechart } from '../../../machines/reducer.ts';
import { InspectionRecorder } from '../../../src/charts/inspector/inspection-recorder.ts';
import { plainRecord } from '../../../src/charts/inspector/plain-value.ts';
import { statesOf, transitionsOf } from '../../../src/charts/statechart/transition-id.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { readTrace } from '../../../src/trace/read-trace.ts';
import type { PlainRecord, StateValue } from '../../../src/trace/step-record.ts';
import { formatRecord } from '../../../src/trace/write-trace.ts';
import { inputOf, runYaml } from '../../run/simulation/run-yaml.ts';
import { runWithSteps, sampleWithSteps, stepsOf } from './run-with-steps.ts';
import { sampleRun } from './sample-run.ts';

const run = sampleWithSteps();
const known = Object.values(machines).flatMap((machine) => ('id' in machine ? [toStatechart(machine)] : []));

describe('a trace with steps', () => {
  it('is the plain trace where the steps are taken out, byte for byte', () => {
    const plain = runYaml(sampleRun).records.map(formatRecord);
    expect(run.lines().filter((line) => !line.startsWith('{"step":'))).toEqual(plain);
    expect(run.lines().length).toBeGreaterThan(5 * plain.length);
  });

  it('has the same bytes each time', () => {
    expect(runWithSteps(sampleRun).lines()).toEqual(run.lines());
  });

  it('is read back unchanged', () => {
    expect(readTrace(run.lines())).toEqual({
      ok: true,
      records: run.records,
      steps: run.steps,
      complete: true,
    });
  });

  it('has a step before the records that the actor wrote in it', () => {
    const at = run.told.findIndex(
      (told) =>
        told.type === 'pull' && told.state === 'inspecting' && told.actor.endsWith('/default/early/app'),
    );
    const before = run.told.slice(0, at).findLast((told) => told.type === 'actorStep');
    expect(before).toMatchObject({
      value: 'inspecting',
      actor: expect.stringMatching(/^node-\d\/kubelet\/[^/]+\/pulls\/app$/),
    });
  });
});

describe('the beginning of an actor', () => {
  const started = run.steps.filter((step) => step.type === 'actorStarted');
  const of = (machine: string) => started.filter((step) => step.machine === machine);

  it('names the pod and container that the actor or its parent works for', () => {
    for (const machine of ['podWorker', 'imagePull', 'runtimePull', 'fetch', 'imageUnpack']) {
      expect([machine, of(machine).filter(({ pod }) => pod === undefined)]).toEqual([machine, []]);
    }
    for (const { pod, container, name } of of('imagePull')) {
      expect(name?.replace('/volumes/', '/')).toBe(
        `node-${name?.[5]}/kubelet/${pod?.namespace}/${pod?.name}/${container}`,
      );
    }
    const [fetch] = of('fetch').filter(({ container }) => container !== undefined);
    expect(fetch).toMatchObject({ part: expect.stringMatching(/^fetch-\d$/) });
    const [unpack] = of('imageUnpack').filter(({ container }) => container !== undefined);
    expect(started.find(({ parent }) => parent === unpack?.actor)).toMatchObject({
      pod: unpack?.pod,
      part: `${unpack?.part} unpack-0`,
    });
    for (const machine of ['network', 'kubelet', 'pullSlots', 'imageService']) {
      expect([
        machine,
        of(machine).filter(({ pod, part }) => pod !== undefined || part !== undefined),
      ]).toEqual([machine, []]);
    }
  });

  it('names the nodes that the actor works for, and counts actors at the same path', () => {
    for (const { actor, nodes, count } of started) {
      const [root = ''] = actor.split('/');
      expect(nodes).toEqual(
        root.startsWith('node-') ? [root] : expect.arrayContaining([expect.stringMatching(/^node-\d$/)]),
      );
      expect(count).toBe(/#\d+$/.test(actor) ? Number(actor.slice(actor.lastIndexOf('#') + 1)) : undefined);
    }
    expect(started.some(({ count }) => count === 2)).toBe(true);
  });
});

describe('steps', () => {
  it('laid over the first context give the one that each actor has at the end', () => {
    const watch = new InspectionRecorder({ onNote: () => {} });
    const live = new Map<string, { value: StateValue; context: object }>();
    simulate(inputOf(sampleRun), {
      inspect: (event, nowMicros) => {
        watch.inspect(event, nowMicros);
        if (event.type !== '@xstate.snapshot' || event.snapshot.status === 'stopped') return;
        const { value = {}, context } = event.snapshot as AnyMachineSnapshot;
        live.set(watch.pathOf(event.actorRef) ?? '', { value, context });
      },
    });
    const replayed = new Map<string, { value: StateValue; context: Record<string, PlainRecord[string]> }>();
    for (const step of run.steps) {
      if (step.type === 'actorStarted')
        replayed.set(step.actor, { value: step.value, context: { ...step.context } });
      const actor = replayed.get(step.actor);
      if (step.type !== 'actorStep' || actor === undefined) continue;
      actor.value = step.value;
      for (const [key, value] of Object.entries(step.context ?? {})) {
        if (value === null) delete actor.context[key];
        else actor.context[key] = value;
      }
    }
    const expected = [...live].map(([path, { value, context }]) => {
      const plain = Object.entries(plainRecord(context, watch.pathOf)).filter(([, inner]) => inner !== null);
      return [path, { value, context: Object.fromEntries(plain) }] as const;
    });
    expect(expected.length).toBeGreaterThan(60);
    expect(Object.fromEntries(replayed)).toEqual(Object.fromEntries(expected));
  });

  it('name transitions and states that the machines have', () => {
    const machineOf = new Map(
      run.steps.flatMap((step) =>
        step.type === 'actorStarted' ? [[step.actor, step.machine] as const] : [],
      ),
    );
    const transitions = new Map(
      known.map((machine) => [machine.id, new Set(transitionsOf(machine).map(({ id }) => id))]),
    );
    const states = new Map(
      known.map((machine) => [machine.id, new Set(statesOf(machine).map(({ id }) => id))]),
    );
    let taken = 0;
    for (const step of run.steps) {
      const machine = machineOf.get(step.actor) ?? '';
      if (step.type === 'actorStopped') continue;
      for (const id of statesIn(machine, step.value)) expect(states.get(machine)).toContain(id);
      for (const id of step.type === 'actorStep' ? step.taken : []) {
        expect(transitions.get(machine)).toContain(id);
        taken++;
      }
    }
    expect(taken).toBeGreaterThan(500);
  });

  it('give actors of a kubelet that was restarted a number', () => {
    const started = run.steps.flatMap((step) => (step.type === 'actorStarted' ? [step.actor] : []));
    expect(started).toEqual(
      expect.arrayContaining([
        'node-1/kubelet',
        'node-1/kubelet#2',
        'node-1/kubelet#2/serialPuller',
        'node-2/kubelet',
      ]),
    );
    expect(started).not.toContain('node-2/kubelet#2');
    expect(new Set(started).size).toBe(started.length);
  });

  it('end actors: those of the kubelet that was restarted at that moment, each once, and nothing of them comes after', () => {
    const stopped = run.steps.filter((step) => step.type === 'actorStopped');
    const first = stopped.filter(
      (step) => step.actor.startsWith('node-1/kubelet/') || step.actor === 'node-1/kubelet',
    );
    expect(first.map((step) => step.at)).toContain(5000);
    expect(new Set(stopped.map((step) => step.actor)).size).toBe(stopped.length);
    const started = run.steps.filter(
      (step) => step.type === 'actorStarted' && /^node-1\/kubelet(\/|$)/.test(step.actor),
    );
    expect(first.length).toBe(started.length);
  });

  it('say who sent an event: the actor itself where it was its timer, nothing where it was the scenario', () => {
    const [slots] = stepsOf(run, 'node-2/kubelet/serialPuller');
    expect(slots?.event).toMatchObject({ type: 'SLOT.REQUESTED', requester: `→ ${slots?.source}` });
    expect(slots?.source).toMatch(/^node-2\/kubelet\/.*\/app$/);
    const arrived = stepsOf(run, 'node-1').find((step) => step.event.type === 'POD.ARRIVED');
    expect(arrived).toBeDefined();
    expect(arrived?.source).toBeUndefined();
    const timed = run.steps.filter(
      (step) => step.type === 'actorStep' && step.event.type.startsWith('xstate.after'),
    );
    expect(timed.length).toBeGreaterThan(50);
    expect(timed.filter((step) => step.type === 'actorStep' && step.source !== step.actor)).toEqual([]);
  });

  it('repeat no event for the eventless transitions that follow it', () => {
    const eventless = run.steps.filter(
      (step) => step.type === 'actorStep' && step.taken.some((id) => / always(\[\d+\])? → /.test(id)),
    );
    expect(eventless.length).toBeGreaterThan(100);
    for (const step of eventless) expect(step).toMatchObject({ event: { type: expect.any(String) } });
    expect(
      eventless.filter((step) => step.type === 'actorStep' && Object.keys(step.event).length > 1),
    ).toEqual([]);
  });

  it('call an actor what its records call it', () => {
    const named = new Set(
      run.steps.flatMap((step) =>
        step.type === 'actorStarted' && step.machine === 'imagePull' ? [step.name] : [],
      ),
    );
    const pulls = new Set(run.records.flatMap((record) => (record.type === 'pull' ? [record.actor] : [])));
    expect(named).toEqual(pulls);
  });
});

describe('secrets in steps', () => {
  const secretsOfPods = readFileSync(
    new URL('../../../examples/pull-secrets.yaml', import.meta.url),
    'utf8',
  ).replaceAll('not kept', 'hunter2');
  const otherWays = `
---
apiVersion: v1
kind: Secret
metadata: { name: old-style }
type: kubernetes.io/dockercfg
stringData: { .dockercfg: '{"registry.example":{"auth":"${btoa('alice:hunter2')}"}}' }
---
apiVersion: v1
kind: Pod
metadata: { name: web-d }
spec:
  serviceAccountName: robot
  imagePullSecrets: [{ name: old-style }]
  containers: [{ name: app, image: 'registry.example/team/other:1' }]
`;
  const ofNodes = secretsOfPods.replace(
    'horizon: 2m',
    "horizon: 2m\nnodes: { defaults: { credentials: { auths: { '*.example': { username: alice, password: hunter2 } } } } }\n" +
      'serviceAccounts: { default/robot: { registry.example: alice } }',
  );

  it.each([
    ['of pods', secretsOfPods],
    ['of nodes and service accounts, and in old formats', ofNodes + otherWays],
  ])('no user name and no password is there: %s', (_, yaml) => {
    const { lines, steps } = runWithSteps(yaml);
    expect(yaml).toContain('hunter2');
    expect(steps.some((step) => JSON.stringify(step).includes('"identity"'))).toBe(true);
    for (const value of ['hunter2', 'alice', btoa('alice:hunter2')])
      expect(lines().filter((line) => line.includes(value))).toEqual([]);
  });
});

/** Ids of the states in a value, `imagePull.pulling`. */
function statesIn(above: string, value: StateValue): readonly string[] {
  if (typeof value === 'string') return [`${above}.${value}`];
  return Object.entries(value).flatMap(([key, inner]) => [
    `${above}.${key}`,
    ...statesIn(`${above}.${key}`, inner),
  ]);
}
