/** A text as Go's encoding/json takes it: a value, or the error of its scanner. */
export type GoJson = { readonly value: unknown } | { readonly error: string };

const unfinished = 'unexpected end of JSON input';

/**
 * Parses a JSON text; where it is none, the error is worded as `json.Unmarshal` does (scanner.go of encoding/json): which
 * character was found where another was expected, or that the text ends too early.
 */
export function goJson(text: string): GoJson {
  const scanner = new Scanner(text);
  const error = scanner.error();
  return error === undefined ? { value: JSON.parse(text) as unknown } : { error };
}

class Scanner {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#characters = [...text];
  }

  error(): string | undefined {
    return this.#value() ?? this.#end();
  }

  #end(): string | undefined {
    this.#skipSpace();
    return this.#at < this.#characters.length ? this.#invalid('after top-level value') : undefined;
  }

  #value(): string | undefined {
    this.#skipSpace();
    const character = this.#peek();
    if (character === '{') return this.#object();
    if (character === '[') return this.#list();
    if (character === '"') return this.#string();
    if (character === '-' || isDigit(character)) return this.#number();
    const literal = ['true', 'false', 'null'].find((word) => word[0] === character);
    return literal === undefined ? this.#invalid('looking for beginning of value') : this.#literal(literal);
  }

  #object(): string | undefined {
    this.#at++;
    this.#skipSpace();
    if (this.#take('}')) return undefined;
    for (;;) {
      this.#skipSpace();
      if (this.#peek() !== '"') return this.#invalid('looking for beginning of object key string');
      const key = this.#string();
      if (key !== undefined) return key;
      this.#skipSpace();
      if (!this.#take(':')) return this.#invalid('after object key');
      const value = this.#value();
      if (value !== undefined) return value;
      this.#skipSpace();
      if (this.#take('}')) return undefined;
      if (!this.#take(',')) return this.#invalid('after object key:value pair');
    }
  }

  #list(): string | undefined {
    this.#at++;
    this.#skipSpace();
    if (this.#take(']')) return undefined;
    for (;;) {
      const value = this.#value();
      if (value !== undefined) return value;
      this.#skipSpace();
      if (this.#take(']')) return undefined;
      if (!this.#take(',')) return this.#invalid('after array element');
    }
  }

  #string(): string | undefined {
    this.#at++;
    while (!this.#take('"')) {
      const character = this.#peek();
      if (character === undefined || character < ' ') return this.#invalid('in string literal');
      this.#at++;
      if (character !== '\\') continue;
      const escaped = this.#peek();
      if (escaped === undefined || !'bfnrt\\/"u'.includes(escaped)) return this.#invalid('in string escape code');
      this.#at++;
      for (let digit = 0; escaped === 'u' && digit < 4; digit++) {
        if (!/^[0-9a-fA-F]$/.test(this.#peek() ?? '')) return this.#invalid('in \\u hexadecimal character escape');
        this.#at++;
      }
    }
    return undefined;
  }

  #number(): string | undefined {
    if (this.#take('-') && !isDigit(this.#peek())) return this.#invalid('in numeric literal');
    if (!this.#take('0')) this.#digits();
    if (this.#take('.') && !this.#digits()) return this.#invalid('after decimal point in numeric literal');
    if (this.#take('e') || this.#take('E')) {
      if (!this.#take('+')) this.#take('-');
      if (!this.#digits()) return this.#invalid('in exponent of numeric literal');
    }
    return undefined;
  }

  #digits(): boolean {
    const from = this.#at;
    while (isDigit(this.#peek())) this.#at++;
    return this.#at > from;
  }

  #literal(word: string): string | undefined {
    for (const letter of word) {
      if (!this.#take(letter)) return this.#invalid(`in literal ${word} (expecting ${quoted(letter)})`);
    }
    return undefined;
  }

  #skipSpace(): void {
    while ([' ', '\t', '\r', '\n'].includes(this.#peek() ?? '')) this.#at++;
  }

  #peek(): string | undefined {
    return this.#characters[this.#at];
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at++;
    return true;
  }

  #invalid(where: string): string {
    const found = this.#peek();
    return found === undefined ? unfinished : `invalid character ${quoted(found)} ${where}`;
  }
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

/** A byte in quotes, as `quoteChar` of the scanner: of a longer character the first byte, read as Latin-1. */
function quoted(character: string): string {
  if (character === "'") return "'\\''";
  if (character === '"') return "'\"'";
  const code = character.codePointAt(0) ?? 0;
  const byte = code < 0x80 ? code : firstByte(code);
  if (byte === 0x5c) return "'\\\\'";
  const names: Readonly<Record<number, string>> = { 7: '\\a', 8: '\\b', 9: '\\t', 10: '\\n', 11: '\\v', 12: '\\f', 13: '\\r' };
  const hex = (digits: number) => byte.toString(16).padStart(digits, '0');
  if (byte < 0x20 || byte === 0x7f) return `'${names[byte] ?? `\\x${hex(2)}`}'`;
  // Latin-1's own control characters, and its soft hyphen, are not printable.
  if ((byte >= 0x80 && byte <= 0xa0) || byte === 0xad) return `'\\u${hex(4)}'`;
  return `'${String.fromCodePoint(byte)}'`;
}

function firstByte(code: number): number {
  if (code < 0x800) return 0xc0 | (code >> 6);
  return code < 0x10000 ? 0xe0 | (code >> 12) : 0xf0 | (code >> 18);
}
