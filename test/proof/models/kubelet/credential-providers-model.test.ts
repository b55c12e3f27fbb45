import { describe, expect, test } from 'vitest';
import type { CredentialProvidersTable } from '../../../../machines/kubelet/credential-providers.ts';
import { credentialProvidersModel } from '../../../../src/proof/models/kubelet/credential-providers-model.ts';
import { onEvery, waysOf } from '../ways.ts';

// provide() of pkg/credentialprovider/plugin/plugin.go (v1.36.3).
const ways = waysOf(credentialProvidersModel);

describe('the credential providers of a kubelet', () => {
  test('answer each question once, when the run that serves it ends, or at once from what is kept', () => {
    onEvery(ways, ({ steps }) => {
      const open = new Map<string, number>();
      for (const { sent, said, snapshot } of steps) {
        const { type, repository } = sent as unknown as { type: string; repository: string };
        const answers = said.filter(({ message }) => message.type.startsWith('CREDENTIALS.'));
        if (type === 'PROVIDER.ENDED') {
          expect(answers).toHaveLength(open.get(repository) ?? 0);
          open.delete(repository);
        } else if (type === 'CREDENTIALS.ASKED') {
          if (answers.length === 0) open.set(repository, (open.get(repository) ?? 0) + 1);
          else expect(answers).toHaveLength(1);
          const { runs }: CredentialProvidersTable = snapshot.context;
          expect(runs.get(`ecr-credential-provider ${repository}`)?.requesters.length ?? 0).toBe(
            open.get(repository) ?? 0,
          );
        }
      }
    });
  });

  test('keep an answer for the whole registry for an hour, and no failure', () => {
    onEvery(ways, ({ steps }) => {
      let keptUntilMicros = -1;
      for (const { sent, said, atMicros, snapshot } of steps) {
        const { input }: CredentialProvidersTable = snapshot.context;
        const [rules] = input.providers;
        const isFailing = rules?.faults[0]?.error !== null;
        if (sent.type === 'PROVIDER.ENDED') {
          if (!isFailing && (rules?.cacheMicros ?? 0) > 0) keptUntilMicros = atMicros + 3_600_000_000;
          for (const { message } of said)
            expect(message.type).toBe(isFailing ? 'CREDENTIALS.FAILED' : 'CREDENTIALS.ANSWERED');
        } else if (sent.type === 'CREDENTIALS.ASKED') {
          expect(said).toHaveLength(atMicros > keptUntilMicros ? 0 : 1);
        }
      }
    });
  });
});
