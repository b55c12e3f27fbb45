import {
  type CredentialProvidersInput,
  credentialProvidersReducer,
} from '../../../../machines/kubelet/credential-providers.ts';
import type { CredentialProviderRules } from '../../../rules/kubelet/credentials/credential-provider.ts';
import { modelOf } from '../machine-model.ts';

const { named, model } = modelOf(credentialProvidersReducer);

const hourMicros = 3_600_000_000;
const provider = 'ecr-credential-provider';
const repositories = ['registry.example/app', 'registry.example/db'] as const;

/** A provider whose answers hold for an hour and for the whole registry, whose answers are not kept, and that fails. */
export const credentialProvidersModel = model({
  input: ({ recorder, clock }) => ({ name: 'credential-providers', recorder, clock, providers: [] }),
  starts: {
    'kept for an hour': withProvider({ cacheMicros: hourMicros }, null),
    'not kept': withProvider({ cacheMicros: 0 }, null),
    failing: withProvider({ cacheMicros: hourMicros }, 'no such role'),
  },
  events: ({ context: { runs, cache }, world: { neighbour } }) => {
    const questions = repositories.flatMap((repository) =>
      ['pull', 'another pull'].flatMap((who) => {
        const question = { provider, repository, requester: neighbour(who) };
        const run = runs.get(`${provider} ${repository}`);
        // Two at a time are enough to see that each gets its answer.
        if ((run?.requesters.length ?? 0) >= 2) return [];
        return [
          named(`CREDENTIALS.ASKED (${repository} by ${who})`, question),
          ...(cache.size > 0 && runs.size === 0
            ? [named(`CREDENTIALS.ASKED (${repository} by ${who}, an hour later)`, question, hourMicros + 1)]
            : []),
        ];
      }),
    );
    const ends = repositories.flatMap((repository) =>
      runs.has(`${provider} ${repository}`)
        ? [named(`PROVIDER.ENDED (${repository})`, { provider, repository }, 1_000_000)]
        : [],
    );
    return [...questions, ...ends];
  },
  project: ({ context: { runs, cache, input } }) => [
    repositories.map((repository) => runs.get(`${provider} ${repository}`)?.requesters.length ?? 0),
    [...cache.values()].some(({ untilMicros }) => untilMicros >= input.clock.nowMicros()),
    cache.size,
  ],
});

function withProvider(
  { cacheMicros }: Pick<CredentialProviderRules, 'cacheMicros'>,
  error: string | null,
): Partial<CredentialProvidersInput> {
  const fault = { id: 'faults/1', fromMicros: 0, untilMicros: null, takesMicros: 1_000_000, error };
  return { providers: [{ name: provider, cacheMicros, cacheKeyType: 'Registry', faults: [fault] }] };
}
