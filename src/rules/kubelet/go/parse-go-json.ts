import { goQuote, isGoPrintable } from './go-strings.ts';

/**
 * JSON as Go's decoder walks through it: the members of an object in their order, one that is there twice
 * among them.
 */
export type GoJson =
  | { readonly kind: 'object'; readonly members: readonly GoJsonMember[] }
  | { readonly kind: 'array'; readonly items: readonly GoJson[] }
  | { readonly kind: 'string'; readonly text: string }
  | { readonly kind: 'number' | 'bool' | 'null' };

interface GoJsonMember {
  readonly key: string;
  readonly value: GoJson;
}

/** An object or array whose end has not been read. */
type Open =
  | { readonly kind: 'object'; readonly members: GoJsonMember[]; readonly keys: string[] }
  | { readonly kind: 'array'; readonly items: GoJson[] };

/**
 * The Go whose encoding/json reads: that of Go 1.27 stands on encoding/json/jsontext, which words some errors
 * in its own way.
 */
export type GoJsonRelease = '1.26' | '1.27';

/** `maxNestingDepth` of encoding/json. */
const nestingMax = 10_000;
const utf8 = new TextEncoder();

/**
 * Reads JSON, or returns the error text with which Go's encoding/json refuses it: the byte where it fails,
 * and what it was looking for. Mirrors the scanner of Go's encoding/json (scanner.go, Go 1.26), or for 1.27
 * `transformSyntacticError` (v2_scanner.go) over encoding/json/internal/jsonwire (Go 1.27.3).
 */
export function parseGoJson(
  text: string,
  go: GoJsonRelease = '1.26',
): { readonly value: GoJson } | { readonly error: string } {
  const scanner = new Scanner(text, go);
  try {
    const value = scanner.value();
    scanner.end();
    return { value };
  } catch (error) {
    if (error instanceof GoSyntaxError) return { error: error.message };
    throw error;
  }
}

class GoSyntaxError extends Error {}

class Scanner {
  readonly #text: string;
  readonly #isOfJsontext: boolean;
  #at = 0;

  constructor(text: string, go: GoJsonRelease) {
    this.#text = text;
    this.#isOfJsontext = go === '1.27';
  }

  /** No recursion: how deep a text nests is the writer's choice. */
  value(): GoJson {
    const open: Open[] = [];
    for (;;) {
      const begun = this.#begin(open.length);
      if (begun.kind !== 'ended') {
        open.push(begun);
        continue;
      }
      const value = this.#close(begun.value, open);
      if (value !== undefined) return value;
    }
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) this.#fail('after top-level value');
  }

  /** Reads a value up to its end, or an object or array up to its first value. */
  #begin(depth: number): Open | { readonly kind: 'ended'; readonly value: GoJson } {
    this.#space();
    const character = this.#text[this.#at];
    if (character !== '{' && character !== '[') return { kind: 'ended', value: this.#scalar(character) };
    if (depth === nestingMax) {
      if (this.#isOfJsontext) throw new GoSyntaxError('exceeded max depth');
      this.#fail('exceeded max depth');
    }
    this.#at += 1;
    this.#space();
    const begun: Open =
      character === '{' ? { kind: 'object', members: [], keys: [] } : { kind: 'array', items: [] };
    if (this.#text[this.#at] !== closingBracket(begun)) {
      if (begun.kind === 'object') begun.keys.push(this.#key());
      return begun;
    }
    this.#at += 1;
    return { kind: 'ended', value: closed(begun) };
  }

  /**
   * Puts a value into what is open, and closes whatever ends with it; returns the whole once all is closed.
   */
  #close(ended: GoJson, open: Open[]): GoJson | undefined {
    let value = ended;
    for (let enclosing = open.at(-1); enclosing !== undefined; enclosing = open.at(-1)) {
      if (enclosing.kind === 'array') enclosing.items.push(value);
      else enclosing.members.push({ key: enclosing.keys.at(-1) ?? '', value });
      this.#space();
      const next = this.#text[this.#at];
      if (next !== ',' && next !== closingBracket(enclosing))
        this.#fail(enclosing.kind === 'array' ? 'after array element' : 'after object key:value pair');
      this.#at += 1;
      if (next === ',') {
        if (enclosing.kind === 'object') enclosing.keys.push(this.#key());
        return undefined;
      }
      value = closed(enclosing);
      open.pop();
    }
    return value;
  }

  #scalar(character: string | undefined): GoJson {
    if (character === '"') return { kind: 'string', text: this.#string() };
    if (character === 't') return this.#literal('true', 'bool');
    if (character === 'f') return this.#literal('false', 'bool');
    if (character === 'n') return this.#literal('null', 'null');
    if (character === undefined || !/[-0-9]/.test(character)) this.#fail('looking for beginning of value');
    return this.#number();
  }

  #key(): string {
    this.#space();
    if (this.#text[this.#at] !== '"') this.#fail('looking for beginning of object key string');
    const key = this.#string();
    this.#space();
    if (this.#text[this.#at] !== ':') this.#fail('after object key');
    this.#at += 1;
    return key;
  }

  #string(): string {
    const from = this.#at;
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === undefined || character < ' ')
        this.#fail(this.#isOfJsontext ? 'in string' : 'in string literal');
      if (character !== '\\') continue;
      if (this.#isOfJsontext) this.#checkEscape();
      this.#at += 1;
      if (this.#text[this.#at] === 'u') {
        for (let digit = 0; digit < 4; digit += 1) {
          this.#at += 1;
          if (!/[0-9a-fA-F]/.test(this.#text[this.#at] ?? ''))
            this.#failWithin('in \\u hexadecimal character escape');
        }
      } else if (!'bfnrt\\/"'.includes(this.#text[this.#at] ?? ' '))
        this.#failWithin('in string escape code');
    }
    this.#at += 1;
    // Half a surrogate pair is no character to Go.
    return String(JSON.parse(this.#text.slice(from, this.#at))).replace(/\p{Surrogate}/gu, '\ufffd');
  }

  /** Refuses a wrong escape sequence as `ConsumeStringResumable` does: by its bytes, cut off after six. */
  #checkEscape(): void {
    const rest = this.#text.slice(this.#at, this.#at + 6);
    const isCutOff = this.#at + rest.length >= this.#text.length;
    if (/^\\(?:[bfnrt\\/"]|u[0-9a-fA-F]{4})/.test(rest)) return;
    if (isCutOff && /^\\(?:u[0-9a-fA-F]{0,3})?$/.test(rest)) throw new GoSyntaxError(endsTooEarly);
    const sequence = utf8.encode(rest).slice(0, rest[1] === 'u' ? 6 : 2);
    throw new GoSyntaxError(`invalid escape sequence ${quotedBytes(sequence)} in string`);
  }

  #literal(word: string, kind: 'bool' | 'null'): GoJson {
    for (const expected of word) {
      if (this.#text[this.#at] !== expected) this.#failWithin(`in literal ${word} (expecting '${expected}')`);
      this.#at += 1;
    }
    return { kind };
  }

  #number(): GoJson {
    if (this.#text[this.#at] === '-') this.#at += 1;
    if (this.#text[this.#at] === '0') this.#at += 1;
    else this.#digits('in numeric literal');
    if (this.#text[this.#at] === '.') {
      this.#at += 1;
      this.#digits('after decimal point in numeric literal');
    }
    if (/[eE]/.test(this.#text[this.#at] ?? '')) {
      this.#at += /[+-]/.test(this.#text[this.#at + 1] ?? '') ? 2 : 1;
      this.#digits('in exponent of numeric literal');
    }
    return { kind: 'number' };
  }

  #digits(context: string): void {
    if (!/[0-9]/.test(this.#text[this.#at] ?? ''))
      this.#failWithin(this.#isOfJsontext ? 'in numeric literal' : context);
    while (/[0-9]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  /** Within a token the end of the text is a space to Go 1.26. */
  #failWithin(context: string): never {
    if (this.#at >= this.#text.length && !this.#isOfJsontext)
      throw new GoSyntaxError(`invalid character ' ' ${context}`);
    return this.#fail(context);
  }

  /**
   * A text that ends too early says only that. Of a character of several bytes the first is shown, as if it
   * were one itself; since Go 1.27 it is shown whole.
   */
  #fail(context: string): never {
    const [character] = this.#text.slice(this.#at, this.#at + 2);
    if (character === undefined) throw new GoSyntaxError(endsTooEarly);
    const quoted = { "'": "'\\''", '"': `'"'` }[character];
    const shown = this.#isOfJsontext
      ? goQuote(character, '17.0')
      : goQuote(String.fromCharCode(utf8.encode(character)[0] ?? 0));
    throw new GoSyntaxError(`invalid character ${quoted ?? `'${shown.slice(1, -1)}'`} ${context}`);
  }
}

const endsTooEarly = 'unexpected end of JSON input';

/**
 * Bytes as `InvalidTextError` of jsonwire shows them: between backticks, or quoted where one cannot be seen.
 * They are the beginning of a text, so that only the last character may be cut off.
 */
function quotedBytes(bytes: Uint8Array): string {
  let whole = bytes.length;
  while (!isUtf8(bytes.subarray(0, whole))) whole -= 1;
  const text = new TextDecoder().decode(bytes.subarray(0, whole));
  const cut = [...bytes.subarray(whole)].map((byte) => `\\x${byte.toString(16)}`).join('');
  const isSeen = [...text].every(
    (each) => !/[`\ufffd\s\u0085]/.test(each) && isGoPrintable(each.codePointAt(0) ?? 0, '17.0'),
  );
  return cut === '' && isSeen ? `\`${text}\`` : `"${goQuote(text, '17.0').slice(1, -1)}${cut}"`;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function closingBracket({ kind }: Open): string {
  return kind === 'object' ? '}' : ']';
}

function closed(open: Open): GoJson {
  return open.kind === 'array' ? open : { kind: 'object', members: open.members };
}
