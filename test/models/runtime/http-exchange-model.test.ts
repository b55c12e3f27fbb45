import { describe, expect, test } from 'vitest';
import type { ExchangeContext } from '../../../machines/runtime/http-exchange-context.ts';
import { httpExchangeModel } from '../../../src/models/runtime/http-exchange-model.ts';
import { httpRulesOf } from '../../../src/runtime/registry/http-rules.ts';
import { onEvery, saidOf, sentOf, upTo, waysOf } from '../ways.ts';

const ways = waysOf(httpExchangeModel);

// `request.doWithRetries` (core/remotes/docker/resolver.go): what is opened is closed, and every request has an end.
describe('a request, on every path and on random walks', () => {
  test('lets go of each connection exactly once, or hands it over with the answer', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ state }, index) => {
        const beginning = upTo(replay, index);
        const given = sentOf(beginning, 'CONNECTION.GIVEN').length;
        const gone = saidOf(beginning, 'CONNECTION.RETURNED', 'CONNECTION.CLOSED', 'EXCHANGE.ANSWERED').length;
        const holds = ['settingUp', 'asking', 'travelling'].includes(state) ? 1 : 0;
        expect(given - gone).toBe(holds);
      });
    });
  });

  test('ends each thing that is wanted once: answered, failed or cancelled', () => {
    onEvery(ways, (replay) => {
      const cancelled = replay.steps.filter(
        ({ sent }, index) => sent.type === 'EXCHANGE.CANCELLED' && replay.steps[index - 1]?.state !== 'idle',
      ).length;
      const ended = saidOf(replay, 'EXCHANGE.ANSWERED', 'EXCHANGE.FAILED').length + cancelled;
      const isOpen = replay.steps.at(-1)?.state === 'idle' ? 0 : 1;
      expect(ended).toBe(sentOf(replay, 'EXCHANGE.REQUESTED').length - isOpen);
    });
  });

  test('asks for nothing more often than its runtime does', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { requests, input }: ExchangeContext = snapshot.context;
        expect(requests).toBeLessThanOrEqual(httpRulesOf(input.profile.wording).requestsMax);
      }
    });
  });

  test('asks again after a refusal only with what was refused before, or after a trouble that passes', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ sent, state }) => {
        if (sent.type !== 'xstate.after.roundTrip.httpExchange.travelling') return;
        expect(['idle', 'retrying', 'authorizing']).toContain(state);
      });
      const notFound = replay.steps.findIndex(({ event }) => event === 'HTTP.ANSWERED (404)');
      if (notFound >= 0 && replay.steps[notFound + 1]?.sent.type !== 'EXCHANGE.CANCELLED') {
        expect(replay.steps[notFound + 1]?.state ?? 'idle').toBe('idle');
      }
    });
  });
});
