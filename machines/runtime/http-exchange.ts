import { assign, sendTo, setup } from 'xstate';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { RegistryAnswer } from '../world/registry-protocol.ts';
import type { ConnectionGiven, TokenAnswer, TokenDenied } from './connections-protocol.ts';
import type { ExchangeContext, Failure } from './http-exchange-context.ts';
import * as exchange from './http-exchange-context.ts';
import type { ExchangeEvent, ExchangeInput, ExchangeWanted } from './http-exchange-protocol.ts';

/**
 * One request to one registry, over one connection after another, until there is an answer to go on with: its tries, and
 * what it takes to be let in. What follows of the body is for whoever asked.
 * Mirrors `request.doWithRetries` and `retryRequest` (core/remotes/docker/resolver.go) with `dockerAuthorizer`.
 */
export const httpExchangeMachine = setup({
  types: {
    input: {} as ExchangeInput,
    context: {} as ExchangeContext,
    events: {} as ExchangeEvent | ConnectionGiven | TokenAnswer | RegistryAnswer,
  },
  guards: {
    isNew: (_, params: { setUpMicros: number }) => params.setUpMicros > 0,
    isRefused: ({ context }) => context.answer.type === 'HTTP.REFUSED',
    isReset: ({ context }) => context.answer.type === 'HTTP.RESET',
    isToken: ({ context }) => context.asked.kind === 'token' && exchange.isGood(context),
    isNoToken: ({ context }) => context.asked.kind === 'token',
    isExplained: ({ context }) => exchange.isAside(context),
    isGood: ({ context }) => exchange.isGood(context) && !exchange.isAside(context),
    lacksPassword: ({ context }) => exchange.isChallenged(context, 'basic') && context.input.identity === undefined,
    isOutOfScope: ({ context }) => exchange.isChallenged(context, 'bearer') && context.given.authorization === 'bearer',
    needsToken: ({ context }) => exchange.isChallenged(context, 'bearer') && exchange.hasTries(context),
    needsPassword: ({ context }) => exchange.isChallenged(context, 'basic') && exchange.hasTries(context),
    mayTryAgain: ({ context }) => exchange.mayTryAgain(context),
    mayAskWhy: ({ context }) => exchange.mayAskWhy(context),
  },
  delays: {
    setUp: ({ context }) => context.given.setUpMicros,
    roundTrip: ({ context }) => context.answer.roundTripMicros,
    beforeRetry: ({ context }) => exchange.beforeRetry(context),
  },
  actions: {
    begin: assign((_, params: { wanted: ExchangeWanted }) => exchange.wanting(params.wanted)),
    requestConnection: sendTo(
      ({ context }) => context.input.connections,
      ({ context, self }) => ({ type: 'CONNECTION.REQUESTED', ...exchange.placeOf(context), requester: self }) as const,
    ),
    noteConnection: assign({ given: (_, params: ConnectionGiven) => params }),
    letGo: sendTo(
      ({ context }) => context.input.connections,
      ({ context }, params: { end: 'again' | 'good' | 'error' }) => exchange.lettingGo(context, params.end),
    ),
    closeConnection: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => ({ type: 'CONNECTION.CLOSED', connection: context.given.connection }) as const,
    ),
    sendRequest: sendTo(
      ({ context }) => context.wanted.place.registry,
      ({ context, self }) => ({ type: 'HTTP.REQUESTED', request: exchange.requestOf(context), requester: self }) as const,
    ),
    cancelRequest: sendTo(
      ({ context }) => context.wanted.place.registry,
      ({ context }) => ({ type: 'HTTP.CANCELLED', id: context.input.name }) as const,
    ),
    recordSent: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => exchange.recordOf(context, { state: 'sent' }),
    ),
    noteAnswer: assign(({ context }, params: RegistryAnswer) => exchange.answered(context, params)),
    recordAnswer: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }) => exchange.recordAnswer(context),
    ),
    askAgain: assign({ asked: ({ context }) => context.wanted, requests: ({ context }) => context.requests + 1 }),
    askForToken: assign({ asked: { method: 'GET', kind: 'token', digest: '' } }),
    askWhy: assign({ asked: { method: 'GET', kind: 'tag', digest: '' } }),
    requestToken: sendTo(
      ({ context }) => context.input.connections,
      ({ context, self }) => ({ type: 'TOKEN.REQUESTED', ...exchange.placeOf(context), requester: self }) as const,
    ),
    tellToken: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => ({ type: 'TOKEN.FETCHED', ...exchange.placeOf(context) }) as const,
    ),
    tellDenial: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => ({ type: 'TOKEN.DENIED', ...exchange.placeOf(context), error: { status: exchange.statusOf(context) } }) as const,
    ),
    choosePassword: sendTo(
      ({ context }) => context.input.connections,
      ({ context }) => ({ type: 'PASSWORD.CHOSEN', ...exchange.placeOf(context) }) as const,
    ),
    tellAnswer: sendTo(
      ({ context }) => context.input.requester,
      ({ context }) => exchange.answerTo(context),
    ),
    tellFailure: sendTo(
      ({ context }) => context.input.requester,
      ({ context }, params: { kind: Failure }) => ({ type: 'EXCHANGE.FAILED', error: exchange.failure(context, params.kind) }) as const,
    ),
    tellDenied: sendTo(
      ({ context }) => context.input.requester,
      ({ context }, params: { error: TokenDenied }) =>
        ({ type: 'EXCHANGE.FAILED', error: exchange.deniedTo(context, params.error) }) as const,
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'httpExchange',
  description: 'One request to a registry, with its tries and its authorization.',
  context: ({ input }) => exchange.nothingWanted(input),
  initial: 'idle',
  on: { '*': { actions: 'reportUnhandled' } },
  states: {
    idle: {
      description: 'Nothing is asked, or the answer belongs to whoever wanted it.',
      on: {
        'EXCHANGE.REQUESTED': { target: 'connecting', actions: { type: 'begin', params: ofEvent } },
        'EXCHANGE.CANCELLED': {},
      },
    },
    connecting: {
      description: 'Takes a connection: an idle one, or a new one. No time passes.',
      entry: 'requestConnection',
      on: {
        'CONNECTION.GIVEN': [
          {
            guard: { type: 'isNew', params: ofEvent },
            target: 'settingUp',
            actions: { type: 'noteConnection', params: ofEvent },
          },
          { target: 'asking', actions: { type: 'noteConnection', params: ofEvent } },
        ],
      },
    },
    settingUp: {
      description: 'TCP and TLS of a new connection.',
      on: { 'EXCHANGE.CANCELLED': { target: 'idle', actions: 'closeConnection' } },
      after: { setUp: 'asking' },
    },
    asking: {
      description: 'The request is sent and its answer not known yet: a stalled registry keeps it here.',
      tags: 'asking',
      entry: ['recordSent', 'sendRequest'],
      on: {
        'HTTP.ANSWERED': { target: 'travelling', actions: { type: 'noteAnswer', params: ofEvent } },
        'HTTP.REFUSED': { target: 'travelling', actions: { type: 'noteAnswer', params: ofEvent } },
        'HTTP.RESET': { target: 'travelling', actions: { type: 'noteAnswer', params: ofEvent } },
        'EXCHANGE.CANCELLED': { target: 'idle', actions: ['cancelRequest', 'closeConnection'] },
      },
    },
    travelling: {
      description: 'Request and answer are on their way: one round trip.',
      tags: 'asking',
      on: { 'EXCHANGE.CANCELLED': { target: 'idle', actions: 'closeConnection' } },
      after: {
        roundTrip: [
          { guard: 'isGood', target: 'idle', actions: ['recordAnswer', 'tellAnswer'] },
          { target: 'judging', actions: 'recordAnswer' },
        ],
      },
    },
    judging: {
      description: 'This is not what was wanted: is there another way to get it, or is it over?',
      always: [
        { guard: 'isRefused', target: 'idle', actions: ['closeConnection', { type: 'tellFailure', params: { kind: 'refused' } }] },
        { guard: 'isReset', target: 'idle', actions: ['closeConnection', { type: 'tellFailure', params: { kind: 'reset' } }] },
        {
          guard: 'isToken',
          target: 'retrying',
          actions: [{ type: 'letGo', params: { end: 'good' } }, 'tellToken', 'askAgain'],
        },
        {
          guard: 'isNoToken',
          target: 'idle',
          actions: [{ type: 'letGo', params: { end: 'error' } }, 'tellDenial', { type: 'tellFailure', params: { kind: 'tokenRefused' } }],
        },
        {
          description: 'Whatever the second answer was, the first one counts.',
          guard: 'isExplained',
          target: 'idle',
          actions: [
            { type: 'letGo', params: { end: 'error' } },
            { type: 'tellFailure', params: { kind: 'status' } },
          ],
        },
        {
          guard: 'lacksPassword',
          target: 'idle',
          actions: [
            { type: 'letGo', params: { end: 'error' } },
            { type: 'tellFailure', params: { kind: 'noBasicCredentials' } },
          ],
        },
        {
          guard: 'isOutOfScope',
          target: 'idle',
          actions: [
            { type: 'letGo', params: { end: 'error' } },
            { type: 'tellFailure', params: { kind: 'insufficientScope' } },
          ],
        },
        { guard: 'needsToken', target: 'authorizing', actions: { type: 'letGo', params: { end: 'again' } } },
        {
          guard: 'needsPassword',
          target: 'retrying',
          actions: [{ type: 'letGo', params: { end: 'again' } }, 'choosePassword', 'askAgain'],
        },
        { guard: 'mayTryAgain', target: 'retrying', actions: [{ type: 'letGo', params: { end: 'again' } }, 'askAgain'] },
        { guard: 'mayAskWhy', target: 'retrying', actions: [{ type: 'letGo', params: { end: 'again' } }, 'askWhy'] },
        {
          target: 'idle',
          actions: [
            { type: 'letGo', params: { end: 'error' } },
            { type: 'tellFailure', params: { kind: 'status' } },
          ],
        },
      ],
    },
    authorizing: {
      description: 'A token is needed: this request fetches it, or another has it, or is fetching it.',
      entry: 'requestToken',
      on: {
        'TOKEN.WANTED': { target: 'retrying', actions: 'askForToken' },
        'TOKEN.READY': { target: 'retrying', actions: 'askAgain' },
        'TOKEN.REFUSED': { target: 'idle', actions: { type: 'tellDenied', params: ofEvent } },
        'EXCHANGE.CANCELLED': 'idle',
      },
    },
    retrying: {
      description: 'The next request follows at once (CRI-O waits after a 429); Retry-After is not honoured.',
      on: { 'EXCHANGE.CANCELLED': 'idle' },
      after: { beforeRetry: 'connecting' },
    },
  },
});
