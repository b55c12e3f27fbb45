import { describe, expect, it } from 'vitest';
import { peersReducer } from '../../../machines/world/peers.ts';
import type { RegistryAnswer, RegistryRequest } from '../../../machines/world/registry-protocol.ts';
import { stage } from '../stage.ts';

const head: Omit<RegistryRequest, 'id'> = {
  method: 'HEAD',
  kind: 'tag',
  image: 'app:1',
  exists: true,
  digest: '',
};
const manifest: Omit<RegistryRequest, 'id'> = {
  ...head,
  method: 'GET',
  kind: 'manifest',
  digest: 'sha256:m',
};
const layer: Omit<RegistryRequest, 'id'> = {
  ...head,
  method: 'GET',
  kind: 'layer',
  layer: 0,
  digest: 'sha256:1',
  bytes: 1_000_000,
};
const all = ['docker.io/library/app:1', 'sha256:m', 'sha256:1'];

function peers(holdings: Readonly<Record<string, readonly string[]>>, draw = 0) {
  const on = stage();
  on.seed.draw = draw;
  const { recorder, random } = on;
  const actor = on.start(peersReducer, {
    name: 'registry/peers/nodes',
    recorder,
    random,
    lookupMicros: 20_000,
    holdings,
  });
  const client = on.listen<RegistryAnswer>('client');
  return {
    ...on,
    actor,
    ask: (id: string, request: Omit<RegistryRequest, 'id'>, more: object = {}) =>
      actor.send({ type: 'CONTENT.REQUESTED', request: { ...request, id }, requester: client, ...more }),
    change: (node: string, held: readonly string[], lost: readonly string[] = []) =>
      actor.send({ type: 'HOLDINGS.CHANGED', node, held, lost }),
    /** Each answer as [id, status, round trip in ms, who sends the body]. */
    answers: () =>
      on
        .messagesTo('client')
        .map((answer) => [
          answer.id,
          answer.status,
          Number(answer.roundTripMicros) / 1_000,
          Reflect.get(Object(answer.body), 'from'),
        ]),
  };
}

// spegel pkg/registry/registry.go (v0.0.30): registryHandler, handleMirror.
describe('nodes that give layers to each other', () => {
  it('answer 404 for content that none has, and the runtime asks the next host', () => {
    const { ask, answers } = peers({});
    ask('tag', head);
    ask('layer', layer);
    expect(answers()).toEqual([
      ['tag', 404, 20, undefined],
      ['layer', 404, 20, undefined],
    ]);
  });

  it('answer for tags, manifests and layers that one of them has', () => {
    const { ask, answers } = peers({ 'node-1': all });
    ask('tag', head);
    ask('manifest', manifest);
    ask('layer', layer);
    ask('range', { ...layer, offset: 10 });
    expect(answers()).toEqual([
      ['tag', 200, 20, undefined],
      ['manifest', 200, 20, undefined],
      ['layer', 200, 20, 'peers/node-1'],
      ['range', 206, 20, 'peers/node-1'],
    ]);
  });

  it.each([
    [0, 'peers/node-1'],
    [0.4, 'peers/node-2'],
    [0.99, 'peers/node-3'],
  ])('draw who sends a layer that several have: %s', (draw, from) => {
    const { ask, answers } = peers({ 'node-1': all, 'node-2': all, 'node-3': all }, draw);
    ask('layer', layer);
    expect(answers()).toEqual([['layer', 200, 20, from]]);
  });

  it('serve content from when they have it until they lose it', () => {
    const { ask, change, answers } = peers({ 'node-1': all });
    change('node-2', ['sha256:1']);
    change('node-1', [], ['sha256:1', 'sha256:m']);
    ask('layer', layer);
    ask('manifest', manifest);
    expect(answers()).toEqual(
      [
        ['manifest', 404, 20, undefined],
        ['layer', 200, 20, 'peers/node-2'],
      ].toSorted(([one]) => (one === 'layer' ? -1 : 1)),
    );
  });

  it('answer those who want that when the answer has travelled, and pass on what happens to its body', () => {
    const { ask, actor, run, answers, heard } = peers({ 'node-1': all });
    ask('far', layer, { travels: true, bodyFault: { kind: 'cut', afterBytes: 10, fault: 'fault-1' } });
    actor.send({ type: 'HTTP.CANCELLED', id: 'far' });
    expect(answers()).toEqual([]);
    run(20_000);
    expect(answers()).toEqual([['far', 200, 20, 'peers/node-1']]);
    const [answer] = heard.filter(({ by }) => by === 'client');
    expect(answer?.message.body).toEqual({
      from: 'peers/node-1',
      bodyFault: { kind: 'cut', afterBytes: 10, fault: 'fault-1' },
    });
  });
});
