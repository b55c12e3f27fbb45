import type { PrivateRepositories } from '../../runtime/registry/private-repositories.ts';
import { shownValue } from '../documents/check-shape.ts';
import type { Problems } from '../documents/problems.ts';
import type { CredentialRegister } from '../nodes/credential-register.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';

const secretPrefix = 'secret:';

/**
 * Which repositories of a registry need credentials, and which open them: users by name, or whatever a pull secret holds
 * (`secret:namespace/name`). Warns of those that the input does not know.
 */
export function privateRepositories(
  host: string,
  rules: Readonly<Record<string, readonly string[]>> | undefined,
  register: CredentialRegister,
  scenario: ReadScenario | undefined,
  problems: Problems,
): readonly PrivateRepositories[] {
  return Object.entries(rules ?? {}).map(([repositories, users]) => ({
    repositories,
    identities: [
      ...new Set(
        users.flatMap((user, index) => {
          const found = user.startsWith(secretPrefix) ? register.ofSecret(user.slice(secretPrefix.length)) : register.ofUser(user);
          if (found === undefined && scenario !== undefined) {
            const { document, path } = scenario.object;
            const message = `nothing in the input pulls as ${shownValue(user)}`;
            problems.warn(message, { document, path: [...path, 'registries', host, 'private', repositories, index] });
          }
          return found ?? [];
        }),
      ),
    ],
  }));
}
