import type { ActorRef, Snapshot } from 'xstate';
import {
  type CredentialProviderRules,
  type CredentialProviderRun,
  type CredentialQuestion,
  credentialCacheKey,
  credentialRunKey,
  runCredentialProvider,
} from '../../src/rules/kubelet/credentials/credential-provider.ts';
import { omitUndefined } from '../../src/rules/values/omit-undefined.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import { message, reducer } from '../reducer.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

/** `fault` names the fault that the run of the program has met. */
export type CredentialsAnswer =
  | {
      readonly type: 'CREDENTIALS.ANSWERED';
      readonly fault: string | undefined;
      /** The identity of a password that was kept for longer than it is good for. */
      readonly expiredIdentity?: string;
    }
  | { readonly type: 'CREDENTIALS.FAILED'; readonly error: string; readonly fault: string | undefined };

export type CredentialsRequester = ActorRef<Snapshot<unknown>, CredentialsAnswer>;

interface CredentialsAsked extends CredentialQuestion {
  readonly type: 'CREDENTIALS.ASKED';
  readonly requester: CredentialsRequester;
}

/** A pull asks for credentials, or a run of a program ends. */
export type CredentialProvidersEvent =
  | CredentialsAsked
  | (CredentialQuestion & { readonly type: 'PROVIDER.ENDED' });

export type CredentialProviders = ActorRef<Snapshot<unknown>, CredentialProvidersEvent>;

export interface CredentialProvidersInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly providers: readonly CredentialProviderRules[];
}

/** A run of a program, and who waits for it. */
interface RunUnderWay extends CredentialProviderRun {
  readonly requesters: readonly CredentialsRequester[];
}

/** The last moment until which an answer is kept, and until which its password is good. */
interface KeptAnswer {
  readonly untilMicros: number;
  readonly validUntilMicros: number;
}

export interface CredentialProvidersTable {
  readonly input: CredentialProvidersInput;
  /** The answers that are kept, by their keys. */
  readonly cache: ReadonlyMap<string, KeptAnswer>;
  /** By provider and repository, and by pod for those with a token. */
  readonly runs: ReadonlyMap<string, RunUnderWay>;
}

function rulesOf({ input }: CredentialProvidersTable, provider: string): CredentialProviderRules {
  const rules = input.providers.find(({ name }) => name === provider);
  if (rules === undefined) throw new Error(`${input.name}: there is no provider ${provider}`);
  return rules;
}

function requireRun({ input, runs }: CredentialProvidersTable, question: CredentialQuestion): RunUnderWay {
  const run = runs.get(credentialRunKey(question));
  if (run === undefined)
    throw new Error(`${input.name}: no run of ${credentialRunKey(question)} is under way`);
  return run;
}

function withoutRun(
  { runs }: CredentialProvidersTable,
  question: CredentialQuestion,
): ReadonlyMap<string, RunUnderWay> {
  const left = new Map(runs);
  left.delete(credentialRunKey(question));
  return left;
}

function questionOf({ provider, repository, tokenOf }: CredentialQuestion): CredentialQuestion {
  return omitUndefined({ provider, repository, tokenOf });
}

/** Returns the answer that is kept for a question; undefined: there is none any more. */
function keptAnswer(table: CredentialProvidersTable, question: CredentialQuestion): KeptAnswer | undefined {
  const answer = table.cache.get(credentialCacheKey(rulesOf(table, question.provider), question));
  return answer !== undefined && table.input.clock.nowMicros() <= answer.untilMicros ? answer : undefined;
}

/** The answer from memory. The kubelet does not know how long a password is good for. */
function answerFromMemory(table: CredentialProvidersTable, question: CredentialQuestion): CredentialsAnswer {
  const { validUntilMicros = Infinity } = keptAnswer(table, question) ?? {};
  const { expiry } = rulesOf(table, question.provider);
  const isExpired = table.input.clock.nowMicros() >= validUntilMicros;
  return {
    type: 'CREDENTIALS.ANSWERED',
    fault: undefined,
    ...(isExpired && expiry !== undefined ? { expiredIdentity: expiry.identity } : {}),
  };
}

/**
 * Runs the credential providers of the kubelet, and keeps their answers in memory: a restart forgets them. A
 * failed run is not remembered, so that the next question runs the program again.
 *
 * Mirrors `provide` of pluginProvider in pkg/credentialprovider/plugin/plugin.go (v1.36.3). Its singleflight is
 * by image without tag: concurrent pulls of other images of a registry run the program too, also where the
 * answer will hold for the whole registry. A password that is kept for longer than it is good for is given out
 * all the same.
 */
export const credentialProvidersReducer = reducer<
  CredentialProvidersInput,
  CredentialProvidersTable,
  CredentialProvidersEvent
>({
  id: 'credentialProviders',
  description:
    'The credential providers of the kubelet: programs that fetch a password for a registry before a pull, as for ECR or ACR. A slow one holds the pull back without an event. After a minute, or when it fails, the pull goes on without its password, and the registry refuses it.',
  begin: (input) => ({ input, cache: new Map(), runs: new Map() }),
  on: {
    'CREDENTIALS.ASKED': [
      {
        guard: 'isCached',
        when: (table, question) => keptAnswer(table, question) !== undefined,
        reduce: (table, asked) => ({
          table,
          sends: [message(asked.requester, answerFromMemory(table, asked))],
        }),
      },
      {
        guard: 'isUnderWay',
        when: ({ runs }, question) => runs.has(credentialRunKey(question)),
        reduce: (table, question) => {
          const run = requireRun(table, question);
          const joined = { ...run, requesters: [...run.requesters, question.requester] };
          return {
            table: withChanges(table, { runs: new Map(table.runs).set(credentialRunKey(question), joined) }),
          };
        },
      },
      {
        reduce: (table, asked, self) => {
          const question = questionOf(asked);
          const nowMicros = table.input.clock.nowMicros();
          const run = runCredentialProvider(rulesOf(table, asked.provider), asked.repository, nowMicros);
          const begun = { ...run, requesters: [asked.requester] };
          const id = credentialRunKey(question);
          return {
            table: withChanges(table, { runs: new Map(table.runs).set(id, begun) }),
            sends: [
              message(self, { type: 'PROVIDER.ENDED', ...question }, { delayMicros: run.takesMicros, id }),
            ],
          };
        },
      },
    ],
    'PROVIDER.ENDED': [
      {
        guard: 'hasFailed',
        when: (table, question) => requireRun(table, question).error !== undefined,
        reduce: (table, question) => {
          const { requesters, error = '', fault } = requireRun(table, question);
          return {
            table: withChanges(table, { runs: withoutRun(table, question) }),
            sends: requesters.map((requester) =>
              message(requester, { type: 'CREDENTIALS.FAILED', error, fault }),
            ),
          };
        },
      },
      {
        reduce: (table, question) => {
          const { requesters, fault } = requireRun(table, question);
          const rules = rulesOf(table, question.provider);
          const nowMicros = table.input.clock.nowMicros();
          const answer = {
            untilMicros: nowMicros + rules.cacheMicros,
            validUntilMicros: nowMicros + (rules.expiry?.validMicros ?? Infinity),
          };
          const cache =
            rules.cacheMicros === 0
              ? table.cache
              : new Map(table.cache).set(credentialCacheKey(rules, question), answer);
          return {
            table: withChanges(table, { cache, runs: withoutRun(table, question) }),
            sends: requesters.map((requester) => message(requester, { type: 'CREDENTIALS.ANSWERED', fault })),
          };
        },
      },
    ],
  },
});
