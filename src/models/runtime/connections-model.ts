import type { ConnectionPlace, ConnectionsEvent, ConnectionsInput, ConnectionUser } from '../../../machines/runtime/fetch/connections.ts';
import { type ConnectionsContext, connectionsMachine } from '../../../machines/runtime/fetch/connections.ts';
import { entries, get } from '../../collections/sorted-map.ts';
import { waitingFor } from '../../runtime/registry/authorizations.ts';
import type { MachineModel, ModelEvent } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';

const named = modelEvent<ConnectionsEvent>;

const fetcher: ConnectionPlace = { pool: 'fetcher', host: 'docker.io' };
const resolver: ConnectionPlace = { pool: 'resolver', host: 'docker.io' };
const key = 'fetcher docker.io';
const openedMax = 4;
const inUseMax = 3;
const waitingMax = 2;
/** Longer than an idle connection is kept. */
const longMicros = 31_000_000;

function connectionEvents({ table }: ConnectionsContext, requester: ConnectionUser): readonly ModelEvent[] {
  const connection = table.opened - 1;
  const hasRoom = table.inUse < inUseMax && table.opened < openedMax;
  return [
    ...(hasRoom
      ? [
          named('CONNECTION.REQUESTED (fetcher)', { type: 'CONNECTION.REQUESTED', ...fetcher, requester }),
          named('CONNECTION.REQUESTED (resolver)', { type: 'CONNECTION.REQUESTED', ...resolver, requester }),
          named('CONNECTION.REQUESTED (late)', { type: 'CONNECTION.REQUESTED', ...fetcher, requester }, longMicros),
        ]
      : []),
    ...(table.inUse > 0
      ? [
          named('CONNECTION.RETURNED', { type: 'CONNECTION.RETURNED', ...fetcher, connection }),
          named('CONNECTION.CLOSED', { type: 'CONNECTION.CLOSED', connection }),
        ]
      : []),
  ];
}

function tokenEvents({ authorizations }: ConnectionsContext, requester: ConnectionUser): readonly ModelEvent[] {
  const kind = get(authorizations, key)?.kind;
  const isFull = waitingFor(authorizations, key).size >= waitingMax;
  return [
    ...(isFull ? [] : [named('TOKEN.REQUESTED', { type: 'TOKEN.REQUESTED', ...fetcher, requester })]),
    ...(kind === 'fetching'
      ? [
          named('TOKEN.FETCHED', { type: 'TOKEN.FETCHED', ...fetcher }),
          named('TOKEN.DENIED', { type: 'TOKEN.DENIED', ...fetcher, error: { status: 401 } }),
        ]
      : []),
    ...(kind === undefined ? [named('PASSWORD.CHOSEN', { type: 'PASSWORD.CHOSEN', ...fetcher })] : []),
  ];
}

/** The connections of a pull with up to three requests at a time, and the semaphore that admits them. */
export const connectionsModel: MachineModel = {
  id: 'connections',
  machine: connectionsMachine,
  starts: [
    {
      name: 'a registry over TLS',
      input: ({ recorder, clock }): ConnectionsInput => ({
        name: 'node-1/images/web/app/connections',
        recorder,
        clock,
        connectMicros: { 'docker.io': 15_000 },
      }),
    },
  ],
  events: (snapshot, { neighbour }) => {
    const context: ConnectionsContext = snapshot.context;
    const requester: ConnectionUser = neighbour('request');
    return [...connectionEvents(context, requester), ...tokenEvents(context, requester)];
  },
  project: (snapshot) => {
    const { table, authorizations }: ConnectionsContext = snapshot.context;
    return {
      opened: table.opened,
      inUse: table.inUse,
      idle: entries(table.idle).map(([place, idle]) => `${place} ${idle.length}`),
      authorization: get(authorizations, key)?.kind ?? '',
      waiting: waitingFor(authorizations, key).size,
    };
  },
};
