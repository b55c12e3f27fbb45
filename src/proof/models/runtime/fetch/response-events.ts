import { fetchMachine } from '../../../../../machines/runtime/fetch/fetch.ts';
import type { FetchContext } from '../../../../../machines/runtime/fetch/fetch-context.ts';
import { beforeRetry as restMicros } from '../../../../../machines/runtime/fetch/registry-request.ts';
import type { RegistryAnswer, ResponseBody } from '../../../../../machines/world/registry-protocol.ts';
import { delayElapsed, type ModelEvent, modelOf } from '../../machine-model.ts';

const { named } = modelOf(fetchMachine);

const roundTripMicros = 1_200;
const setUpMicros = 15_000;

function given(name: string, micros: number, authorization?: 'basic' | 'bearer'): ModelEvent {
  const event = { type: 'CONNECTION.GIVEN', connection: 0, setUpMicros: micros } as const;
  return named(
    `CONNECTION.GIVEN (${name})`,
    authorization === undefined ? event : { ...event, authorization },
  );
}

/** The id of the only connection. */
const id = 'node-1/images/web/app#fetch-0 over 0';

function answered(
  name: string,
  status: number,
  more: Partial<Extract<RegistryAnswer, { type: 'HTTP.ANSWERED' }>> = {},
): ModelEvent {
  const fault = status < 300 ? undefined : 'bad-status';
  return named(`HTTP.ANSWERED (${name})`, { id, status, roundTripMicros, fault, ...more }, roundTripMicros);
}

function bodyFault(
  kind: 'cut' | 'reset' | 'stalled' | 'corrupt' | 'trickle',
  afterBytes = 100,
  pauseMicros?: number,
) {
  const pause = pauseMicros === undefined ? {} : { pauseMicros };
  const rate = kind === 'trickle' ? { bytesPerSecond: 10 } : {};
  const body: ResponseBody = {
    from: 'docker.io',
    bodyFault: { kind, afterBytes, fault: kind, ...pause, ...rate },
  };
  return { body };
}

const goods: readonly ModelEvent[] = [answered('200', 200), answered('206', 206)];

const vain: readonly ModelEvent[] = [
  answered('404', 404),
  named('HTTP.REFUSED', { id, roundTripMicros, fault: 'down' }, roundTripMicros),
];

/**
 * Every runtime retries 429; the newer one also retries 503 at its last host and asks for the reason of 403;
 * 404 is taken as it is.
 */
const others: readonly ModelEvent[] = [
  answered('429', 429, { because: { kind: 'pullLimit', actor: 'docker.io' }, message: 'toomanyrequests' }),
  answered('503', 503),
  answered('403', 403),
  answered('401 basic', 401, { challenge: 'basic' }),
  answered('401 bearer', 401, { challenge: 'bearer' }),
  named('HTTP.RESET', { id, roundTripMicros, fault: 'reset' }, roundTripMicros),
];

/** Answers to a request that was dropped and whose connection is closed. */
export const late: readonly ModelEvent[] = [
  named('HTTP.ANSWERED (late)', { id: 'dropped', status: 200, roundTripMicros, fault: undefined }),
  named('HTTP.REFUSED (late)', { id: 'dropped', roundTripMicros, fault: 'down' }),
  named('HTTP.RESET (late)', { id: 'dropped', roundTripMicros, fault: 'reset' }),
];

const bodies: readonly ModelEvent[] = [
  answered('from elsewhere', 200, { body: { from: 'upstream.io' } }),
  answered('cut after a while', 200, bodyFault('cut', 100, 20_000)),
  answered('cut at once', 200, bodyFault('cut', 0)),
  ...(['cut', 'reset', 'stalled', 'corrupt', 'trickle'] as const).map((kind) =>
    answered(kind, 200, bodyFault(kind)),
  ),
];

/** Returns the answer to a request for a layer that another host has. */
function elsewhere({ request: { wanted } }: FetchContext): readonly ModelEvent[] {
  if (wanted?.kind !== 'layer') return [];
  return [
    answered('307', 307, {
      fault: undefined,
      redirect: { host: 'blobs.io', registry: wanted.place.registry, roundTripMicros },
    }),
  ];
}

/**
 * Which answers a request meets: all of them, or, where another start shows these already, only those that
 * lead to a body or to the next host.
 */
type Meets = 'everything' | 'little';

/**
 * Returns the events that come by themselves in the states of a response: of `opening`, and of the body at
 * `body` in the chart of `machine`.
 */
export function responseEvents(
  state: string,
  context: FetchContext,
  machine: string,
  body: string,
  meets: Meets,
): readonly ModelEvent[] {
  const {
    request: { asked, requests, given: before, wanted, redirect },
    input,
  } = context;
  const { slotHandOver, beforeRetry } = input.profile.delays;
  switch (state) {
    case 'opening.queueing':
      return [
        named('SLOT.GRANTED (free)', { releasedBy: undefined }),
        named('SLOT.GRANTED (from another)', { releasedBy: 'another' }, 1_000_000),
      ];
    case 'opening.handingOver':
      return [delayElapsed('handOver', `${machine}.opening.handingOver`, slotHandOver)];
    case 'opening.exchanging.connecting':
      if (meets === 'little' || requests > 1 || asked.kind === 'token' || redirect !== undefined)
        return [given('idle', 0, before.authorization)];
      return [
        given('new', setUpMicros),
        given('idle', 0),
        given('idle, with a token', 0, 'bearer'),
        given('idle, with a password', 0, 'basic'),
      ];
    case 'opening.exchanging.settingUp':
      return [delayElapsed('setUp', `${machine}.opening.exchanging.settingUp`, setUpMicros)];
    case 'opening.exchanging.asking': {
      if (redirect !== undefined) return [answered('200', 200), answered('503', 503)];
      const isFirst = requests === 1 && wanted?.offset === undefined && before.authorization === undefined;
      const mayBeElsewhere =
        isFirst || (machine === 'chunkFetch' && requests === 1 && before.authorization === undefined);
      const good = [
        ...goods,
        ...(mayBeElsewhere ? elsewhere(context) : []),
        ...(asked.kind === 'layer' && isFirst ? bodies : []),
      ];
      if (meets === 'little') return [...late, ...good, ...vain];
      return requests > 2 ? [...goods, ...others.slice(0, 2)] : [...late, ...good, ...vain, ...others];
    }
    case 'opening.exchanging.authorizing':
      return [
        named('TOKEN.WANTED'),
        named('TOKEN.READY'),
        named('TOKEN.REFUSED', { error: { status: 401 } }),
      ];
    case 'opening.exchanging.retrying':
      return [delayElapsed('beforeRetry', `${machine}.opening.exchanging.retrying`, beforeRetry)];
    case 'opening.exchanging.resting':
      return [delayElapsed('beforeRetry', `${machine}.opening.exchanging.resting`, restMicros(context))];
    case `${body}.stalledBeforeBreak`:
      return [delayElapsed('beforeBreak', `${machine}.${body}.stalledBeforeBreak`, 20_000)];
    case `${body}.flowing`:
    case `${body}.slowed`:
      return [named('FLOW.FINISHED', {}, 1_000_000)];
    default:
      return [];
  }
}

/** Returns what distinguishes requests and bodies. */
export function projectResponse(state: string, context: FetchContext): unknown {
  const {
    request: { wanted, asked, requests, sameStatus, status, given: connection, answer, redirect, failure },
    bytes,
  }: FetchContext = context;
  if (wanted === undefined) return null;
  const isOpening = state.startsWith('opening');
  const body = answer.type === 'HTTP.ANSWERED' ? answer.body : undefined;
  return {
    wanted: `${wanted.method} ${wanted.kind} ${wanted.place.host} ${wanted.takesSlot} ${wanted.offset} ${wanted.because?.actor}`,
    ...(isOpening
      ? {
          asked: `${asked.method} ${asked.kind}`,
          requests,
          sameStatus,
          status,
          authorization: connection.authorization ?? '',
          host: redirect?.host ?? '',
        }
      : {
          body: `${status} ${body?.from} ${body?.bodyFault?.kind} ${body?.bodyFault?.afterBytes} ${body?.bodyFault?.pauseMicros} ${bytes}`,
        }),
    failure: failure?.kind ?? '',
  };
}
