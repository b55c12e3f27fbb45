import { describe, expect, it } from 'vitest';
import { createActor, fromTransition } from 'xstate';
import type { ConnectionsEvent, ConnectionUser } from '../../../../machines/runtime/fetch/connections.ts';
import { connectionsReducer } from '../../../../machines/runtime/fetch/connections.ts';

// What the requests of one pull share: Go's http.Transport and dockerAuthorizer as containerd uses them
// (docs/measurements.md R1).

const place = { pool: 'fetcher', host: 'r.io' } as const;

function open() {
  const heard: string[] = [];
  const listener = (name: string) =>
    createActor(
      fromTransition(
        (
          state: undefined,
          event: { type: string; authorization?: string; setUpMicros?: number; connection?: number },
        ) => {
          const { type, connection, setUpMicros, authorization } = event;
          heard.push(
            [name, type, connection, setUpMicros, authorization]
              .filter((part) => part !== undefined)
              .join(' '),
          );
          return state;
        },
        undefined,
      ),
    ).start();
  const connections = createActor(connectionsReducer, {
    input: {
      name: 'connections',
      recorder: listener('recorder') as never,
      clock: { nowMicros: () => 0 },
      connectMicros: { 'r.io': 15_000 },
    },
  }).start();
  const users: Record<string, ConnectionUser> = {};
  return {
    heard: () => heard.splice(0),
    user: (name: string): ConnectionUser => {
      users[name] ??= listener(name) as never;
      return users[name];
    },
    send: (event: ConnectionsEvent) => connections.send(event),
  };
}

describe('the connections of a pull', () => {
  it('are set up where they are new, and are at once where they are idle', () => {
    const { heard, user, send } = open();
    send({ type: 'CONNECTION.REQUESTED', ...place, requester: user('a') });
    send({ type: 'CONNECTION.RETURNED', ...place, connection: 0 });
    send({ type: 'CONNECTION.REQUESTED', ...place, requester: user('b') });
    send({ type: 'CONNECTION.REQUESTED', pool: 'resolver', host: 'r.io', requester: user('c') });
    expect(heard()).toEqual([
      'a CONNECTION.GIVEN 0 15000',
      'b CONNECTION.GIVEN 0 0',
      'c CONNECTION.GIVEN 1 15000',
    ]);
  });

  it('come with the token that one of the requests has fetched for all', () => {
    const { heard, user, send } = open();
    for (const name of ['a', 'b', 'c']) send({ type: 'TOKEN.REQUESTED', ...place, requester: user(name) });
    expect(heard()).toEqual(['a TOKEN.WANTED']);
    send({ type: 'TOKEN.FETCHED', ...place });
    expect(heard()).toEqual(['b TOKEN.READY', 'c TOKEN.READY']);
    send({ type: 'TOKEN.REQUESTED', ...place, requester: user('d') });
    send({ type: 'CONNECTION.REQUESTED', ...place, requester: user('a') });
    send({ type: 'CONNECTION.REQUESTED', pool: 'resolver', host: 'r.io', requester: user('c') });
    expect(heard()).toEqual([
      'd TOKEN.READY',
      'a CONNECTION.GIVEN 0 15000 bearer',
      'c CONNECTION.GIVEN 1 15000',
    ]);
  });

  it('remember that a token was refused', () => {
    const { heard, user, send } = open();
    for (const name of ['a', 'b']) send({ type: 'TOKEN.REQUESTED', ...place, requester: user(name) });
    send({ type: 'TOKEN.DENIED', ...place, error: { status: 401 } });
    send({ type: 'TOKEN.REQUESTED', ...place, requester: user('c') });
    expect(heard()).toEqual(['a TOKEN.WANTED', 'b TOKEN.REFUSED', 'c TOKEN.REFUSED']);
  });
});
