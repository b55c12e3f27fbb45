/** Fields that may hold a secret value, whatever they stand in and however the object's kind is spelt. */
const secretFields =
  /^(?:stringData|data|auths?|credentials?|serviceAccounts|\.dockerconfigjson|\.dockercfg|headers?|identitytoken|registrytoken|\w*passw(?:or[dt]|d))$/i;

const secretKind = /^secrets?(?:list)?$/i;

const secretText =
  /kind.{0,30}secret|stringData|\.dockerc(?:onfigjson|fg)|auths?["']?\s*:|passw(?:or[dt]|d)|credentials?["']?\s*:|serviceAccounts/is;

/** Whether a field of this name may hold a secret value. */
export function isSecretField(name: string): boolean {
  return secretFields.test(name);
}

/** Whether a kind is that of Secrets, also where it is misspelt. */
export function isSecretKind(kind: unknown): boolean {
  return typeof kind === 'string' && secretKind.test(kind);
}

/** Whether a text that could not be read (so that nobody knows what its lines are) may hold a secret value. Rather too often than too rarely. */
export function mayHoldSecrets(text: string): boolean {
  return secretText.test(text);
}

/** Returns the same for a TOML text, in which fewer words are harmless. */
export function mayHoldTomlSecrets(text: string): boolean {
  return /auth|passw|token|header|secret|credential/i.test(text) || userInfo.test(text);
}

/** Users and passwords of addresses are blanked, letter by letter. */
export function withoutUserInfo(text: string): string {
  return text.replace(new RegExp(userInfo, 'g'), (found) => `//${'*'.repeat(found.length - 3)}@`);
}

const userInfo = /\/\/[^\s/"'@]+@/;

/** A message of the YAML reader without what it quotes of the text. */
export function withoutQuotation(message: string): string {
  return message.replace(/["']quote$/, 'quote').replace(/\s*[:"'`\\].*$/s, '');
}

/** A message of ours without the value that it shows. */
export function withoutValue(message: string): string {
  return message.replace(/, not .*$/s, '').replace(/\*\S+/g, '*…');
}
