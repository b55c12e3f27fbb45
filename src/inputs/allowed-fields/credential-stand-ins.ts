import { type DockerConfigFormat, readDockerConfig } from '../../rules/kubelet/credentials/docker-config.ts';
import { type GoJson, parseGoJson } from '../../rules/kubelet/go/parse-go-json.ts';
import { redactedText } from '../documents/redacted-text.ts';

const fields = ['username', 'password', 'email', 'auth'] as const;

/**
 * Names in the place of users, passwords and e-mail addresses: equal ones get equal names, so that a run
 * decides as with the true ones. The users that a Scenario itself names as readers of a repository keep
 * theirs.
 */
export class CredentialStandIns {
  readonly #readers: ReadonlySet<string>;
  readonly #names = {
    user: new Map<string, string>(),
    password: new Map<string, string>(),
    email: new Map<string, string>(),
  };

  constructor(readers: ReadonlySet<string>) {
    this.#readers = readers;
  }

  user(username: string): string {
    return this.#readers.has(username) ? username : this.#nameOf('user', username);
  }

  /**
   * Returns a docker config without values: a text that is read as the true one is, to the same error if it
   * has one.
   */
  dockerConfig(text: string, format: DockerConfigFormat): string {
    const json = parseGoJson(text);
    if ('error' in json) return text.replace(/\S/g, '*');
    const entries = (value: GoJson) =>
      this.#members(value, (key, entry) => [redactedText(key), this.#entry(entry)]);
    if (format === 'dockercfg') return entries(json.value);
    return this.#members(json.value, (key, value) => {
      if (/^auth[sſ]$/i.test(key)) return [key, entries(value)];
      // Its headers are read for their types alone.
      return /^httpheader[sſ]$/i.test(key)
        ? [key, this.#members(value, (_, header) => ['', emptied(header)])]
        : undefined;
    });
  }

  #entry(entry: GoJson): string {
    return this.#members(entry, (key, value) => {
      const field = fields.find((name) => name === key.replaceAll('ſ', 's').toLowerCase());
      if (field === undefined) return undefined;
      return [
        key,
        value.kind === 'string' ? JSON.stringify(this.#valueOf(field, value.text)) : emptied(value),
      ];
    });
  }

  #valueOf(field: (typeof fields)[number], text: string): string {
    if (field !== 'auth') return field === 'username' ? this.user(text) : this.#nameOf(field, text);
    const entry = JSON.stringify({ r: { auth: text } });
    const read = readDockerConfig(entry, 'dockercfg');
    // An error tells only where it is.
    if (text === '' || 'error' in read || read.entries[0] === undefined)
      return text.replace(/[A-Za-z0-9]/g, 'A').replace(/[^A\s+/=_-]/g, '*');
    const { username, password } = read.entries[0];
    const bytes = new TextEncoder().encode(`${this.user(username)}:${this.#nameOf('password', password)}`);
    return btoa(String.fromCharCode(...bytes));
  }

  /**
   * Writes an object's members in their order, those that are there twice too; another value as one of its
   * kind.
   */
  #members(
    json: GoJson,
    member: (key: string, value: GoJson) => readonly [string, string] | undefined,
  ): string {
    if (json.kind !== 'object') return emptied(json);
    const written = json.members.flatMap(({ key, value }) => {
      const pair = member(key, value);
      return pair === undefined ? [] : [`${JSON.stringify(pair[0])}:${pair[1]}`];
    });
    return `{${written.join(',')}}`;
  }

  #nameOf(kind: 'user' | 'password' | 'email', text: string): string {
    if (text === '') return '';
    const known = this.#names[kind];
    const taken = known.get(text);
    if (taken !== undefined) return taken;
    let number = known.size + 1;
    while (this.#readers.has(`${kind}-${number}`)) number++;
    const name = `${kind}-${number}`;
    known.set(text, name);
    return name;
  }
}

/** A value of the same kind that tells nothing. */
function emptied({ kind }: GoJson): string {
  const texts = {
    object: '{}',
    array: '[]',
    string: '""',
    number: '0',
    bool: 'false',
    null: 'null',
  } as const;
  return texts[kind];
}
