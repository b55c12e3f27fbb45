import type { ActorRef, Snapshot } from 'xstate';
import {
  type CredentialProviderRules,
  type CredentialProviderRun,
  credentialCacheKey,
  runCredentialProvider,
} from '../../src/rules/kubelet/credentials/credential-provider.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import { message, reducer } from '../reducer.ts';
import type { Clock } from '../world/clock.ts';
import type { Recorder } from '../world/recorder.ts';

/** `fault` names the fault that the run of the program has met. */
export type CredentialsAnswer =
  | { readonly type: 'CREDENTIALS.ANSWERED'; readonly fault: string | undefined }
  | { readonly type: 'CREDENTIALS.FAILED'; readonly error: string; readonly fault: string | undefined };

export type CredentialsRequester = ActorRef<Snapshot<unknown>, CredentialsAnswer>;

interface CredentialsAsked {
  readonly type: 'CREDENTIALS.ASKED';
  /** The name of the provider. */
  readonly provider: string;
  /** The image without tag and digest. */
  readonly repository: string;
  readonly requester: CredentialsRequester;
}

/** A pull asks for credentials, or a run of a program ends. */
export type CredentialProvidersEvent =
  | CredentialsAsked
  | { readonly type: 'PROVIDER.ENDED'; readonly provider: string; readonly repository: string };

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

export interface CredentialProvidersTable {
  readonly input: CredentialProvidersInput;
  /** The last moment of each answer that is kept, by its key. */
  readonly cache: ReadonlyMap<string, number>;
  /** By provider and repository. */
  readonly runs: ReadonlyMap<string, RunUnderWay>;
}

type Question = Pick<CredentialsAsked, 'provider' | 'repository'>;

function rulesOf({ input }: CredentialProvidersTable, provider: string): CredentialProviderRules {
  const rules = input.providers.find(({ name }) => name === provider);
  if (rules === undefined) throw new Error(`${input.name}: there is no provider ${provider}`);
  return rules;
}

function runKey({ provider, repository }: Question): string {
  return `${provider} ${repository}`;
}

function requireRun({ input, runs }: CredentialProvidersTable, question: Question): RunUnderWay {
  const run = runs.get(runKey(question));
  if (run === undefined) throw new Error(`${input.name}: no run of ${runKey(question)} is under way`);
  return run;
}

function withoutRun(
  { runs }: CredentialProvidersTable,
  question: Question,
): ReadonlyMap<string, RunUnderWay> {
  const left = new Map(runs);
  left.delete(runKey(question));
  return left;
}

/**
 * Runs the credential providers of the kubelet, and keeps their answers in memory: a restart forgets them. A
 * failed run is not remembered, so that the next question runs the program again.
 *
 * Mirrors `provide` of pluginProvider in pkg/credentialprovider/plugin/plugin.go (v1.36.3). Its singleflight is
 * by image without tag: concurrent pulls of other images of a registry run the program too, also where the
 * answer will hold for the whole registry.
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
        when: (table, { provider, repository }) =>
          table.input.clock.nowMicros() <=
          (table.cache.get(credentialCacheKey(rulesOf(table, provider), repository)) ?? -1),
        reduce: (table, { requester }) => ({
          table,
          sends: [message(requester, { type: 'CREDENTIALS.ANSWERED', fault: undefined })],
        }),
      },
      {
        guard: 'isUnderWay',
        when: ({ runs }, question) => runs.has(runKey(question)),
        reduce: (table, question) => {
          const run = requireRun(table, question);
          const joined = { ...run, requesters: [...run.requesters, question.requester] };
          return { table: withChanges(table, { runs: new Map(table.runs).set(runKey(question), joined) }) };
        },
      },
      {
        reduce: (table, { provider, repository, requester }, self) => {
          const run = runCredentialProvider(
            rulesOf(table, provider),
            repository,
            table.input.clock.nowMicros(),
          );
          const begun = { ...run, requesters: [requester] };
          return {
            table: withChanges(table, {
              runs: new Map(table.runs).set(runKey({ provider, repository }), begun),
            }),
            sends: [
              message(
                self,
                { type: 'PROVIDER.ENDED', provider, repository },
                { delayMicros: run.takesMicros, id: runKey({ provider, repository }) },
              ),
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
          const untilMicros = table.input.clock.nowMicros() + rules.cacheMicros;
          const cache =
            rules.cacheMicros === 0
              ? table.cache
              : new Map(table.cache).set(credentialCacheKey(rules, question.repository), untilMicros);
          return {
            table: withChanges(table, { cache, runs: withoutRun(table, question) }),
            sends: requesters.map((requester) => message(requester, { type: 'CREDENTIALS.ANSWERED', fault })),
          };
        },
      },
    ],
  },
});
