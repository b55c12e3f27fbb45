import type { ConnectionPlace, ConnectionUser } from '../../../../../machines/runtime/fetch/connections.ts';
import {
  type ConnectionsTable,
  connectionsReducer,
} from '../../../../../machines/runtime/fetch/connections.ts';
import { entries, get } from '../../../../rules/collections/sorted-map.ts';
import { waitingFor } from '../../../../rules/runtime/registry/authorizations.ts';
import { type ModelEvent, modelOf } from '../../machine-model.ts';

const { named, model } = modelOf(connectionsReducer);

const fetcher: ConnectionPlace = { pool: 'fetcher', host: 'docker.io' };
const resolver: ConnectionPlace = { pool: 'resolver', host: 'docker.io' };
const key = 'fetcher docker.io';
const openedMax = 4;
const inUseMax = 3;
const waitingMax = 2;
/** Longer than an idle connection is kept. */
const longMicros = 31_000_000;

function connectionEvents(
  { connections }: ConnectionsTable,
  requester: ConnectionUser,
): readonly ModelEvent[] {
  const connection = connections.opened - 1;
  const hasRoom = connections.inUse < inUseMax && connections.opened < openedMax;
  return [
    ...(hasRoom
      ? [
          named('CONNECTION.REQUESTED (fetcher)', { ...fetcher, requester }),
          named('CONNECTION.REQUESTED (resolver)', { ...resolver, requester }),
          named('CONNECTION.REQUESTED (late)', { ...fetcher, requester }, longMicros),
        ]
      : []),
    ...(connections.inUse > 0
      ? [named('CONNECTION.RETURNED', { ...fetcher, connection }), named('CONNECTION.CLOSED', { connection })]
      : []),
  ];
}

function tokenEvents({ authorizations }: ConnectionsTable, requester: ConnectionUser): readonly ModelEvent[] {
  const kind = get(authorizations, key)?.kind;
  const isFull = waitingFor(authorizations, key).size >= waitingMax;
  return [
    ...(isFull ? [] : [named('TOKEN.REQUESTED', { ...fetcher, requester })]),
    ...(kind === 'fetching'
      ? [
          named('TOKEN.FETCHED', { ...fetcher }),
          named('TOKEN.DENIED', { ...fetcher, error: { status: 401 } }),
        ]
      : []),
    ...(kind === undefined ? [named('PASSWORD.CHOSEN', { ...fetcher })] : []),
  ];
}

/** The connections of a pull with up to three requests at a time. */
export const connectionsModel = model({
  input: ({ recorder, clock }) => ({
    name: 'node-1/images/web/app/connections',
    recorder,
    clock,
    connectMicros: { 'docker.io': 15_000 },
  }),
  starts: { 'a registry over TLS': {} },
  events: ({ context, world: { neighbour } }) => {
    const requester: ConnectionUser = neighbour('request');
    return [...connectionEvents(context, requester), ...tokenEvents(context, requester)];
  },
  project: ({ context: { connections, authorizations } }) => ({
    opened: connections.opened,
    inUse: connections.inUse,
    idle: entries(connections.idle).map(([place, idle]) => `${place} ${idle.length}`),
    authorization: get(authorizations, key)?.kind ?? '',
    waiting: waitingFor(authorizations, key).size,
  }),
});
