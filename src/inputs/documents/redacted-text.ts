/** Parameters of addresses that registries and clouds have, and that are no secrets. */
const plainParameters = new Set([
  'scope',
  'service',
  'ns',
  'n',
  'last',
  'digest',
  'mount',
  'from',
  'timeout',
  'watch',
  'limit',
  'tag',
]);

/** Words that follow `Bearer` in prose and in challenges of registries. */
const proseAfterBearer =
  'realm|service|scope|error|auth\\w*|tokens?|credentials?|scheme|challenge|access|headers?|http|is|was|and|or|of|for|from|to|in|not|with';

/** How the error goes on of a runtime that was refused: `may require authorization: server message: …`. */
const proseAfterAuthorization =
  'server|failed|failure|error|unexpected|invalid|unauthorized|denied|authentication|required|missing|could|cannot|no|not|none|the|a';

const passwords = 'passw(?:or)?d|passwd|passphrase|pwd|api[-_]?key';
const names = `${passwords}|secret|token|(?:access|private|client|account|shared)[-_]?key|signature|sig|credential`;
const headers = `${passwords}|x-[\\w-]{0,40}(?:token|key|auth|secret|signature)[\\w-]{0,40}|private-token`;

/**
 * The forms in which credentials stand in texts, in the order in which they are looked for: an address goes
 * before the words in it. The group `secret` is what is hidden. Repetitions that another one follows are
 * bounded, so that no text takes long.
 */
const forms: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?<secret>[^-]+)/dg,
  // User and password of an address: up to its last @ before a slash. A password may hold a slash where no
  // port stands before it.
  /\/\/(?<secret>[^\s/"`]+)@/dg,
  /:\/\/(?<secret>[^\s/"`@:]{0,100}:(?!\d{1,5}\/)[^\s"`@]{1,300})@(?!sha\d)/dg,
  // The same without a scheme. A tag and a digest (`redis:7@sha256:…`) look alike.
  /(?<![\w.%+/@*-])(?<secret>[\w.%+*-]{1,100}:[^\s/"'`@]{1,300})@(?=[\w.[])(?!(?:sha\d+|blake\w+|md5):)(?![a-z0-9]+:[0-9a-fA-F]{32})/dg,
  /[?&#;](?:[\w.-]{0,40}[-_.])?(?:key|auth|code|session)(?:[-_]?id)?=(?<secret>[^&\s"'`;]+)/dgi,
  new RegExp(
    `\\bauthorization["']?\\s{0,9}[:=](?!\\s{0,9}(?:${proseAfterAuthorization})\\b)\\s{0,9}\\\\?["']?(?:(?:bearer|basic|negotiate|ntlm|digest|token|aws4[\\w-]{0,40})\\s{1,9})?(?<secret>[^"'\\n\\\\]+)`,
    'dgi',
  ),
  new RegExp(`\\bbearer\\s{1,9}(?!(?:${proseAfterBearer})\\b)(?<secret>[^\\s"'\`,;]{4,})`, 'dgi'),
  /\b[Bb]asic\s{1,9}(?<secret>(?=[\w+/-]{0,400}[A-Z0-9=])[\w+/-]{6,}={0,2})/dg,
  new RegExp(`(?<![a-z])(?:[\\w.-]{0,40}[-_.])?(?:${names})["']?=["']?(?<secret>[^\\s"'\`,;&]+)`, 'dgi'),
  new RegExp(`\\b(?:${headers})\\\\?["']?:\\s{0,9}\\\\?["']?(?<secret>[^\\s"'\\\\,}]+)`, 'dgi'),
  /\bcookie["']?:\s{0,9}(?<secret>[^"'\n]+)/dgi,
  /\s--?(?:password|passwd|token|secret|api-key)\s{1,9}(?!-)(?<secret>\S+)/dgi,
  // Tokens that are known by their form: JWT, GitHub, GitLab, Docker, Slack, AWS.
  /\b(?<secret>eyJ[\w-]{8,}(?:\.[\w-]+){1,4})/dg,
  /\b(?<secret>gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|dckr_pat_[\w-]{16,}|xox[abpr]-[\w-]{10,}|A[KS]IA[0-9A-Z]{16})\b/dg,
];

/** What every form has. Most texts have nothing of it. */
const anyForm =
  /[@?#]|auth|bearer|basic|passw|pwd|passphrase|secret|token|key|sig|credential|cookie|eyJ|gh[pousr]_|_pat_|glpat|xox|A[KS]IA/i;

/**
 * Returns the text with credentials replaced letter by letter (`https://****@mirror.example`): users and
 * passwords of addresses, tokens of `Authorization`, parameters of signed addresses, and tokens that are
 * known by their form. What stays has its place in the text. Every text that comes from outside goes through
 * it where it is read.
 */
export function redactedText(text: string): string {
  if (!anyForm.test(text)) return text;
  return forms.reduce(withoutForm, text.replace(addresses, withoutParameters));
}

const addresses = /\bhttps?:\/\/[^\s"'`<>]+/gi;

/** Hides all parameters of an address but the plain ones: what a cloud calls its signature is not known. */
function withoutParameters(address: string): string {
  return address.replace(
    /([?&#;])([^=&#;?]{1,200})=([^&#;]+)/g,
    (whole, sign: string, name: string, value: string) =>
      plainParameters.has(name.toLowerCase()) ? whole : `${sign}${name}=${hidden(value)}`,
  );
}

function withoutForm(text: string, form: RegExp): string {
  let result = '';
  let end = 0;
  for (const { indices } of text.matchAll(form)) {
    const [start, stop] = indices?.groups?.secret ?? [0, 0];
    result += text.slice(end, start) + hidden(text.slice(start, stop));
    end = stop;
  }
  return end === 0 ? text : result + text.slice(end);
}

function hidden(text: string): string {
  return text.replace(/\S/g, '*');
}

/**
 * Returns a plain value whose texts and keys are redacted. `isKept` has the fields that stay as they are,
 * because another reader hides what they hold. What has nothing to hide is the same object as before.
 */
export function redactedValue(value: unknown, isKept: (name: string) => boolean = () => false): unknown {
  const seen = new Map<object, unknown>();
  const visit = (one: unknown): unknown => {
    if (typeof one === 'string') return redactedText(one);
    if (typeof one !== 'object' || one === null) return one;
    const known = seen.get(one);
    if (known !== undefined) return known;
    const redacted = Array.isArray(one) ? list(one) : mapping(one as Readonly<Record<string, unknown>>);
    seen.set(one, redacted);
    return redacted;
  };
  const list = (items: readonly unknown[]): readonly unknown[] => {
    const redacted = items.map(visit);
    return redacted.every((item, index) => item === items[index]) ? items : redacted;
  };
  const mapping = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const entries = Object.entries(fields).map(
      ([name, field]) =>
        [isKept(name) ? name : redactedText(name), isKept(name) ? field : visit(field)] as const,
    );
    const isSame = entries.every(([name, field]) => Object.hasOwn(fields, name) && fields[name] === field);
    return isSame ? fields : Object.fromEntries(entries);
  };
  return visit(value);
}
