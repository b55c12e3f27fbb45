/**
 * Returns the error text with which Go's encoding/json refuses this text, or undefined where it is JSON. Only what a
 * refusal says about syntax: the character where it fails, and what it was looking for.
 * Mirrors the scanner of Go's encoding/json (scanner.go).
 */
export function goJsonError(text: string): string | undefined {
  const scanner = new Scanner(text);
  try {
    scanner.value();
    scanner.end();
    return undefined;
  } catch (error) {
    if (error instanceof GoSyntaxError) return error.message;
    throw error;
  }
}

class GoSyntaxError extends Error {}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    this.#space();
    const character = this.#text[this.#at];
    if (character === '{') this.#members('}', () => this.#member(), 'after object key:value pair');
    else if (character === '[') this.#members(']', () => this.value(), 'after array element');
    else if (character === '"') this.#string();
    else if (character === 't') this.#literal('true');
    else if (character === 'f') this.#literal('false');
    else if (character === 'n') this.#literal('null');
    else if (character !== undefined && /[-0-9]/.test(character)) this.#number();
    else this.#fail('looking for beginning of value');
  }

  end(): void {
    this.#space();
    if (this.#at < this.#text.length) this.#fail('after top-level value');
  }

  #members(close: string, member: () => void, context: string): void {
    this.#at += 1;
    this.#space();
    if (this.#text[this.#at] === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      member();
      this.#space();
      const next = this.#text[this.#at];
      if (next !== ',' && next !== close) this.#fail(context);
      this.#at += 1;
      if (next === close) return;
    }
  }

  #member(): void {
    this.#space();
    if (this.#text[this.#at] !== '"') this.#fail('looking for beginning of object key string');
    this.#string();
    this.#space();
    if (this.#text[this.#at] !== ':') this.#fail('after object key');
    this.#at += 1;
    this.value();
  }

  #string(): void {
    for (this.#at += 1; this.#text[this.#at] !== '"'; this.#at += 1) {
      const character = this.#text[this.#at];
      if (character === undefined || character < ' ') this.#fail('in string literal');
      if (character !== '\\') continue;
      this.#at += 1;
      if (this.#text[this.#at] === 'u') {
        for (let digit = 0; digit < 4; digit += 1) {
          this.#at += 1;
          if (!/[0-9a-fA-F]/.test(this.#text[this.#at] ?? '')) this.#fail('in \\u hexadecimal character escape');
        }
      } else if (!'bfnrt\\/"'.includes(this.#text[this.#at] ?? ' ')) this.#fail('in string escape code');
    }
    this.#at += 1;
  }

  #literal(word: string): void {
    for (const expected of word) {
      if (this.#text[this.#at] !== expected) this.#fail(`in literal ${word} (expecting '${expected}')`);
      this.#at += 1;
    }
  }

  #number(): void {
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
  }

  #digits(context: string): void {
    if (!/[0-9]/.test(this.#text[this.#at] ?? '')) this.#fail(context);
    while (/[0-9]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #space(): void {
    while (/[ \t\r\n]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  /** A text that ends too early says only that. */
  #fail(context: string): never {
    const character = this.#text[this.#at];
    if (character === undefined) throw new GoSyntaxError('unexpected end of JSON input');
    const quoted = { "'": "'\\''", '"': `'"'` }[character] ?? `'${character < ' ' ? (escapes[character] ?? hex(character)) : character}'`;
    throw new GoSyntaxError(`invalid character ${quoted} ${context}`);
  }
}

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '\b': '\\b', '\f': '\\f' };

function hex(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
