import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imagePullMachine } from '../../machines/pull/image-pull.ts';
import { chartOf } from '../../src/charts/statechart/chart-of.ts';
import { runWithSteps } from '../charts/inspector/run-with-steps.ts';
import { root } from '../tidy/sources.ts';

// machines/README.md has a chart made by hand, which must agree with the machine, and messages of a real run.

const page = join(root, 'machines/README.md');
const text = readFileSync(page, 'utf8');
const { states, transitions } = chartOf(imagePullMachine);
const keyById = new Map(states.map(({ id, key }) => [id, key]));
const arrows = [...text.matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(([, from = '', to = '']) => ({ from, to }));

/** The name of a state and of the states around it. */
function withParents(id: string): string[] {
  const parent = states.find((state) => state.id === id)?.parent;
  return [keyById.get(id) ?? '', ...(parent === undefined ? [] : withParents(parent))];
}

/** The name of a state and of the states that it enters with it. */
function withInitial(id: string): string[] {
  const initial = states.find(({ parent, isInitial }) => parent === id && isInitial)?.id;
  return [keyById.get(id) ?? '', ...(initial === undefined ? [] : withInitial(initial))];
}

test('each arrow of the drawn image pull is a transition of the machine', () => {
  const isTransition = ({ from, to }: (typeof arrows)[number]) =>
    transitions.some(({ source, targets }) => {
      const leaves = states.filter(({ key }) => key === from).flatMap(({ id }) => withParents(id));
      return leaves.includes(keyById.get(source) ?? '') && targets.flatMap(withInitial).includes(to);
    });
  expect(arrows.length).toBeGreaterThan(10);
  expect(arrows.filter((arrow) => !isTransition(arrow))).toEqual([]);
});

test('each state without states in it is drawn, or is named among those that are not', () => {
  const leaves = states.filter(({ id }) => !states.some(({ parent }) => parent === id)).map(({ key }) => key);
  const otherStates = [...(/^Not shown: (.*?)\.$/m.exec(text)?.[1] ?? '').matchAll(/`(\w+)`/g)].map(
    ([, key = '']) => key,
  );
  const drawnStates = arrows.flatMap(({ from, to }) => [from, to]);
  expect([...new Set([...drawnStates, ...otherStates])].sort()).toEqual(leaves.sort());
});

test('the messages of one pull are those of a run', () => {
  const sequence = /(?<=```mermaid\nsequenceDiagram\n)[\s\S]*?(?=```)/;
  const messages = messagesOfPull();
  if (process.env.WINDLASS_UPDATE === '1') writeFileSync(page, text.replace(sequence, messages));
  else expect(sequence.exec(text)?.[0]).toBe(messages);
});

/** The messages between the actors of the page, in a run of one pod with one image. */
function messagesOfPull(): string {
  const { steps } = runWithSteps(`
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: 'shop/web:1' }] }
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
serializeImagePulls: false
`);
  const others = ['podWorker', 'pullRecords', 'pullBackOff', 'pullSlots', 'pullThrottle', 'imageService'];
  const startSteps = steps.filter((step) => step.type === 'actorStarted');
  const machines = new Map(startSteps.map(({ actor, machine }) => [actor, machine]));
  const lines = steps.flatMap((step) => {
    if (step.type !== 'actorStep') return [];
    const [from = '', to = ''] = [machines.get(step.source ?? ''), machines.get(step.actor)];
    const other = from === 'imagePull' ? to : from;
    const isShown = others.includes(other) && (from === 'imagePull' || to === 'imagePull');
    return isShown ? [`  ${from}->>${to}: ${step.event.type}\n`] : [];
  });
  // An eventless transition is a step of its own, with the same event.
  return lines.filter((line, place) => line !== lines[place - 1]).join('');
}
