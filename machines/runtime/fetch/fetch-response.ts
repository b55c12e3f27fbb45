import { and } from 'xstate';
import { ofEvent } from '../../chart-parts.ts';
import * as reports from './fetch-reports.ts';
import { fetchSetup } from './fetch-setup.ts';
import * as request from './registry-request.ts';

/**
 * The request, from the wait for a slot to an answer to go on with, over one connection after another, with
 * its tries and what it takes to be let in. Mirrors `dockerFetcher.open` (core/remotes/docker/fetcher.go),
 * `request.doWithRetries` and `retryRequest` (resolver.go) with `dockerAuthorizer`: the slot is taken before
 * the request and given back when the body is closed, so that a body that is opened again waits for its turn
 * again.
 */
export const requestStates = fetchSetup.createStateConfig({
  initial: 'admitting',
  on: { 'FETCH.CANCELLED': { target: '.closing', actions: ['noteCancel', 'recordUnresumed'] } },
  states: {
    admitting: {
      description: 'The request takes a download slot if it needs one. No time passes.',
      always: [
        {
          description: 'The watch does not count the request while it waits.',
          guard: and(['takesSlot', 'watchCountsRequests']),
          target: 'queueing',
          actions: { type: 'notifyWatch', params: ({ context }) => reports.progressQueued(context) },
        },
        { guard: 'takesSlot', target: 'queueing' },
        { target: 'admitted' },
      ],
    },
    queueing: {
      description: 'The request waits for a download slot, first come first served.',
      tags: 'waiting',
      entry: 'requestSlot',
      on: {
        'SLOT.GRANTED': [
          {
            guard: { type: 'waitedForRelease', params: ofEvent },
            target: 'handingOver',
            actions: { type: 'noteReleaser', params: ofEvent },
          },
          { target: 'admitted' },
        ],
        'FETCH.CANCELLED': { target: 'over', actions: ['noteCancel', 'recordUnresumed', 'withdrawSlot'] },
      },
    },
    handingOver: {
      description: 'The request has got the slot that another one had. Waking up takes a moment.',
      tags: 'waiting',
      after: { handOver: 'admitted' },
    },
    admitted: {
      description:
        'The request is about to be sent. A watch that counts requests gets a message first. No time passes.',
      always: [
        {
          guard: 'watchCountsRequests',
          target: 'exchanging',
          actions: { type: 'notifyWatch', params: ({ context }) => reports.progressAsking(context) },
        },
        { target: 'exchanging' },
      ],
    },
    exchanging: {
      description: 'The request is made, with its tries and logins.',
      tags: 'asking',
      initial: 'connecting',
      onDone: [
        {
          description: 'The slot is kept while the body of the layer arrives.',
          guard: 'opensLayer',
          target: 'over',
        },
        { target: 'closing' },
      ],
      states: {
        connecting: {
          description: 'The request takes a connection: an idle one, or a new one. No time passes.',
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
          description: 'TCP and TLS of a new connection are set up.',
          on: {
            'FETCH.CANCELLED': {
              target: 'ended',
              actions: [
                'noteCancel',
                'recordUnresumed',
                { type: 'releaseConnection', params: { end: 'dropped' } },
              ],
            },
          },
          after: { setUp: 'asking' },
        },
        asking: {
          description:
            'The request has been sent, and the answer takes a round trip, or as long as a stalled registry keeps it.',
          entry: [
            { type: 'record', params: ({ context }) => request.requestRecord(context, { state: 'sent' }) },
            'sendRequest',
          ],
          on: {
            'HTTP.ANSWERED': [
              {
                description: 'Another host has it, and is asked at once.',
                guard: { type: 'isRedirected', params: ofEvent },
                target: 'connecting',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'read' } },
                  'followRedirect',
                ],
              },
              {
                guard: { type: 'bringsLayer', params: ofEvent },
                target: 'ended',
                actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer'],
              },
              {
                guard: { type: 'isComplete', params: ofEvent },
                target: 'ended',
                actions: [{ type: 'noteAnswer', params: ofEvent }, 'recordAnswer', 'closeBody'],
              },
              {
                guard: { type: 'bringsToken', params: ofEvent },
                target: 'retrying',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'read' } },
                  {
                    type: 'notifyConnections',
                    params: ({ context }) => ({ type: 'TOKEN.FETCHED', ...request.connectionPlace(context) }),
                  },
                  'askAgain',
                ],
              },
              {
                guard: { type: 'refusesToken', params: ofEvent },
                target: 'ended',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'error' } },
                  { type: 'notifyConnections', params: ({ context }) => request.tokenDenied(context) },
                  'noteFailure',
                ],
              },
              {
                guard: { type: 'demandsToken', params: ofEvent },
                target: 'authorizing',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'again' } },
                ],
              },
              {
                guard: { type: 'demandsPassword', params: ofEvent },
                target: 'retrying',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'again' } },
                  {
                    type: 'notifyConnections',
                    params: ({ context }) => ({
                      type: 'PASSWORD.CHOSEN',
                      ...request.connectionPlace(context),
                    }),
                  },
                  'askAgain',
                ],
              },
              {
                guard: { type: 'allowsRetryAfterRest', params: ofEvent },
                target: 'resting',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'again' } },
                  'askAgain',
                ],
              },
              {
                guard: { type: 'allowsRetry', params: ofEvent },
                target: 'retrying',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'again' } },
                  'askAgain',
                ],
              },
              {
                guard: { type: 'hidesReason', params: ofEvent },
                target: 'retrying',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'again' } },
                  'askWhy',
                ],
              },
              {
                guard: { type: 'isFailure', params: ofEvent },
                target: 'ended',
                actions: [
                  { type: 'noteAnswer', params: ofEvent },
                  'recordAnswer',
                  { type: 'releaseConnection', params: { end: 'error' } },
                  'noteFailure',
                ],
              },
            ],
            'HTTP.REFUSED': {
              guard: { type: 'isFailure', params: ofEvent },
              target: 'ended',
              actions: [
                { type: 'noteAnswer', params: ofEvent },
                'recordAnswer',
                { type: 'releaseConnection', params: { end: 'error' } },
                'noteFailure',
              ],
            },
            'HTTP.RESET': {
              guard: { type: 'isFailure', params: ofEvent },
              target: 'ended',
              actions: [
                { type: 'noteAnswer', params: ofEvent },
                'recordAnswer',
                { type: 'releaseConnection', params: { end: 'error' } },
                'noteFailure',
              ],
            },
            'FETCH.CANCELLED': {
              target: 'ended',
              actions: [
                'noteCancel',
                'recordUnresumed',
                'cancelRequest',
                { type: 'releaseConnection', params: { end: 'dropped' } },
              ],
            },
          },
        },
        authorizing: {
          description:
            'The registry demands a token: this request fetches it, or uses one that another request has fetched.',
          entry: 'requestToken',
          on: {
            'TOKEN.WANTED': { target: 'retrying', actions: 'askForToken' },
            'TOKEN.READY': { target: 'retrying', actions: 'askAgain' },
            'TOKEN.REFUSED': { target: 'ended', actions: { type: 'noteDenied', params: ofEvent } },
          },
        },
        retrying: {
          description: 'The next try follows at once.',
          after: { beforeRetry: 'connecting' },
        },
        resting: {
          description:
            'CRI-O waits before it asks again after a 429, twice as long each time. Retry-After is not honoured.',
          tags: 'waiting',
          entry: { type: 'record', params: ({ context }) => request.recordRest(context) },
          after: { beforeRetry: 'connecting' },
        },
        ended: { description: 'The request has succeeded, failed or been cancelled.', type: 'final' },
      },
    },
    closing: {
      description: 'No body follows, so the slot goes to the next in line.',
      always: [{ guard: 'takesSlot', target: 'over', actions: 'releaseSlot' }, { target: 'over' }],
    },
    over: { description: 'The request is over; of a layer, the body follows.', type: 'final' },
  },
});

/**
 * The body of a response that brings a layer or a chunk of one, until enough of it has arrived or it breaks
 * off.
 */
export const bodyStates = fetchSetup.createStateConfig({
  tags: 'downloading',
  initial: 'flowing',
  states: {
    flowing: {
      description:
        'Bytes arrive at the rate that the network gives, until all have arrived or a fault meets the response.',
      entry: [
        'startFlow',
        { type: 'noteFlow', params: { part: 'first' } },
        { type: 'notifyReceiving', params: { part: 'first' } },
      ],
      on: {
        'FLOW.FINISHED': [
          { guard: 'isSlow', target: 'slowed' },
          { guard: 'isStalled', target: 'stalled' },
          { guard: 'stallsThenBreaks', target: 'stalledBeforeBreak' },
          {
            guard: 'isBroken',
            target: 'closing',
            actions: ['recordBreak', { type: 'releaseConnection', params: { end: 'dropped' } }],
          },
          { target: 'closing', actions: 'closeBody' },
        ],
      },
    },
    slowed: {
      description: 'The registry sends the rest at a trickle.',
      entry: [
        'recordStall',
        'startSlowFlow',
        { type: 'noteFlow', params: { part: 'slow' } },
        { type: 'notifyReceiving', params: { part: 'slow' } },
      ],
      on: { 'FLOW.FINISHED': { target: 'closing', actions: 'closeBody' } },
    },
    stalledBeforeBreak: {
      description: 'No more bytes arrive, and after a while the response breaks off.',
      entry: [
        'recordStall',
        { type: 'noteFlow', params: { part: 'slow' } },
        { type: 'notifyReceiving', params: { part: 'slow' } },
      ],
      after: {
        beforeBreak: {
          target: 'closing',
          actions: ['recordBreak', { type: 'releaseConnection', params: { end: 'dropped' } }],
        },
      },
    },
    stalled: {
      description:
        'No more bytes arrive, and nothing says so: only a cancellation ends this state. The slot is kept.',
      // The network considers the flow finished, so the watch gets how far it has come.
      entry: [
        'recordStall',
        { type: 'noteFlow', params: { part: 'slow' } },
        { type: 'notifyReceiving', params: { part: 'slow' } },
      ],
    },
    closing: {
      description: 'The body is over, so the slot goes to the next in line.',
      always: [{ guard: 'takesSlot', target: 'over', actions: 'releaseSlot' }, { target: 'over' }],
    },
    over: { description: 'All bytes that were wanted have arrived, or no more will.', type: 'final' },
  },
});
