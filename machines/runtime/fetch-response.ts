import { and } from 'xstate';
import { ofEvent } from '../chart-parts.ts';
import * as reports from './fetch-reports.ts';
import { fetchSetup } from './fetch-setup.ts';
import * as request from './registry-request.ts';

/**
 * The request, from the wait for a slot to an answer to go on with, over one connection after another, with its tries and what it
 * takes to be let in. Mirrors `dockerFetcher.open` (core/remotes/docker/fetcher.go), `request.doWithRetries` and `retryRequest`
 * (resolver.go) with `dockerAuthorizer`: the slot is taken before the request and given back when the body is closed, so that a
 * body that is opened again waits for its turn again.
 */
export const requestStates = fetchSetup.createStateConfig({
  initial: 'admitting',
  on: { 'FETCH.CANCELLED': { target: '.closing', actions: ['noteCancel', 'recordUnresumed'] } },
  states: {
    admitting: {
      description: 'Does it need a slot? No time passes.',
      always: [
        {
          description: 'The watch does not count it while it waits.',
          guard: and(['takesSlot', 'isHeeded']),
          target: 'queueing',
          actions: { type: 'tellWatch', params: ({ context }) => reports.progressQueued(context) },
        },
        { guard: 'takesSlot', target: 'queueing' },
        { target: 'admitted' },
      ],
    },
    queueing: {
      description: 'Waits for a download slot, first come first served.',
      tags: 'waiting',
      entry: 'requestSlot',
      on: {
        'SLOT.GRANTED': [
          {
            guard: { type: 'somebodyMadeRoom', params: ofEvent },
            target: 'handingOver',
            actions: { type: 'noteRoomMaker', params: ofEvent },
          },
          { target: 'admitted' },
        ],
        'FETCH.CANCELLED': { target: 'over', actions: ['noteCancel', 'recordUnresumed', 'withdrawSlot'] },
      },
    },
    handingOver: {
      description: 'Has the slot that somebody else had: waking up takes a moment.',
      tags: 'waiting',
      after: { handOver: 'admitted' },
    },
    admitted: {
      description: 'It is about to ask: a watch that goes by requests hears of it. No time passes.',
      always: [
        {
          guard: 'isHeeded',
          target: 'exchanging',
          actions: { type: 'tellWatch', params: ({ context }) => reports.progressAsking(context) },
        },
        { target: 'exchanging' },
      ],
    },
    exchanging: {
      description: 'The request, with its tries and what it takes to be let in, over one connection after another.',
      tags: 'asking',
      initial: 'connecting',
      onDone: [{ description: 'Its slot is kept for the body.', guard: 'opensLayer', target: 'over' }, { target: 'closing' }],
      states: {
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
          on: {
            'FETCH.CANCELLED': {
              target: 'ended',
              actions: ['noteCancel', 'recordUnresumed', { type: 'letGo', params: { end: 'dropped' } }],
            },
          },
          after: { setUp: 'asking' },
        },
        asking: {
          description: 'The request is sent and not answered yet: one round trip, and as long as a stalled registry keeps it.',
          entry: [{ type: 'tellRecorder', params: ({ context }) => request.recordOf(context, { state: 'sent' }) }, 'sendRequest'],
          on: {
            'HTTP.ANSWERED': {
              guard: { type: 'isAwaited', params: ofEvent },
              target: 'judging',
              actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer'],
            },
            'HTTP.REFUSED': {
              guard: { type: 'isAwaited', params: ofEvent },
              target: 'judging',
              actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer'],
            },
            'HTTP.RESET': {
              guard: { type: 'isAwaited', params: ofEvent },
              target: 'judging',
              actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer'],
            },
            'FETCH.CANCELLED': {
              target: 'ended',
              actions: ['noteCancel', 'recordUnresumed', 'cancelRequest', { type: 'letGo', params: { end: 'dropped' } }],
            },
          },
        },
        judging: {
          description: 'Is this what was wanted? If not, is there another way to get it, or is it over?',
          always: [
            { guard: and(['isGood', 'isLayer']), target: 'ended' },
            { guard: 'isGood', target: 'ended', actions: 'closeBody' },
            {
              guard: 'isToken',
              target: 'retrying',
              actions: [
                { type: 'letGo', params: { end: 'read' } },
                { type: 'tellConnections', params: ({ context }) => ({ type: 'TOKEN.FETCHED', ...request.placeOf(context) }) },
                'askAgain',
              ],
            },
            {
              guard: 'isNoToken',
              target: 'ended',
              actions: [
                { type: 'letGo', params: { end: 'error' } },
                { type: 'tellConnections', params: ({ context }) => request.tokenDenied(context) },
                'noteFailure',
              ],
            },
            { guard: 'isLost', target: 'ended', actions: [{ type: 'letGo', params: { end: 'error' } }, 'noteFailure'] },
            { guard: 'needsToken', target: 'authorizing', actions: { type: 'letGo', params: { end: 'again' } } },
            {
              guard: 'needsPassword',
              target: 'retrying',
              actions: [
                { type: 'letGo', params: { end: 'again' } },
                { type: 'tellConnections', params: ({ context }) => ({ type: 'PASSWORD.CHOSEN', ...request.placeOf(context) }) },
                'askAgain',
              ],
            },
            { guard: 'mayTryAgain', target: 'retrying', actions: [{ type: 'letGo', params: { end: 'again' } }, 'askAgain'] },
            { guard: 'mayAskWhy', target: 'retrying', actions: [{ type: 'letGo', params: { end: 'again' } }, 'askWhy'] },
            { target: 'ended', actions: [{ type: 'letGo', params: { end: 'error' } }, 'noteFailure'] },
          ],
        },
        authorizing: {
          description: 'A token is needed: this request fetches it, or another has it, or is fetching it.',
          entry: 'requestToken',
          on: {
            'TOKEN.WANTED': { target: 'retrying', actions: 'askForToken' },
            'TOKEN.READY': { target: 'retrying', actions: 'askAgain' },
            'TOKEN.REFUSED': { target: 'ended', actions: { type: 'noteDenied', params: ofEvent } },
          },
        },
        retrying: {
          description: 'The next request follows at once (CRI-O waits after a 429); Retry-After is not honoured.',
          after: { beforeRetry: 'connecting' },
        },
        ended: { description: 'There is an answer, or there will be none.', type: 'final' },
      },
    },
    closing: {
      description: 'Nothing more comes of it: the slot goes to the next in line.',
      always: [{ guard: 'takesSlot', target: 'over', actions: 'releaseSlot' }, { target: 'over' }],
    },
    over: { description: 'There is an answer to go on with, or there will be none.', type: 'final' },
  },
});

/** The body of a response, as much of it as is wanted, as far as it comes. */
export const bodyStates = fetchSetup.createStateConfig({
  tags: 'downloading',
  initial: 'flowing',
  states: {
    flowing: {
      description: 'Bytes arrive at the rate that the network gives, until all have come or something happens to the response.',
      entry: ['startFlow', { type: 'noteFlow', params: { part: 'first' } }, { type: 'tellReceiving', params: { part: 'first' } }],
      on: {
        'FLOW.FINISHED': [
          { guard: 'isSlow', target: 'slowed' },
          { guard: 'isStalled', target: 'stalled' },
          { guard: 'falters', target: 'faltering' },
          { guard: 'isBroken', target: 'closing', actions: ['recordBreak', { type: 'letGo', params: { end: 'dropped' } }] },
          { target: 'closing', actions: 'closeBody' },
        ],
      },
    },
    slowed: {
      description: 'The registry goes on at a trickle.',
      entry: [
        'recordStall',
        'startSlowFlow',
        { type: 'noteFlow', params: { part: 'slow' } },
        { type: 'tellReceiving', params: { part: 'slow' } },
      ],
      on: { 'FLOW.FINISHED': { target: 'closing', actions: 'closeBody' } },
    },
    faltering: {
      description: 'No byte comes any more, and after a while the response breaks off.',
      entry: ['recordStall', { type: 'noteFlow', params: { part: 'slow' } }, { type: 'tellReceiving', params: { part: 'slow' } }],
      after: { faltering: { target: 'closing', actions: ['recordBreak', { type: 'letGo', params: { end: 'dropped' } }] } },
    },
    stalled: {
      description: 'No byte comes any more, and nobody says so: only a cancellation ends this. It keeps its slot.',
      // Its flow is over for the network: how far it has come is told.
      entry: ['recordStall', { type: 'noteFlow', params: { part: 'slow' } }, { type: 'tellReceiving', params: { part: 'slow' } }],
    },
    closing: {
      description: 'It is over: the slot goes to the next in line.',
      always: [{ guard: 'takesSlot', target: 'over', actions: 'releaseSlot' }, { target: 'over' }],
    },
    over: { description: 'All that was wanted has come, or no more will.', type: 'final' },
  },
});
