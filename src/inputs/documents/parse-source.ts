import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
  visit,
} from 'yaml';
import { limits } from '../limits.ts';
import { isPastedText } from '../pasted/pasted-objects.ts';
import { pastedDocuments } from '../pasted/pasted-source.ts';
import { excerpt } from './input-error.ts';
import { withoutMimeParts } from './mime-parts.ts';
import type { Problems } from './problems.ts';
import { redactedText, redactedValue } from './redacted-text.ts';
import { mayHoldSecrets, withoutQuotation } from './secret-words.ts';
import { keyText, type SourceDocument, type SourceText } from './source-document.ts';
import { yamlOneBoolean } from './yaml-one-boolean.ts';

/**
 * Returns the documents of a YAML text with their syntax errors, as yaml's parseAllDocuments makes them, or
 * where the text is nested deeper than the limit. The depth is checked before any node is made: yaml makes
 * nodes recursively, and a stack overflow there can end the whole process (V8 aborts if it must compile a
 * regular expression without stack).
 */
function composeDocuments(
  text: string,
  lines: LineCounter,
): readonly Document.Parsed[] | { readonly tooDeepAt: number } {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // One level is one or two entries of the parser's stack. The exact depth is checked afterwards.
    if (parser.stack.length > 2 * limits.nestingDepth + 10) return { tooDeepAt: parser.offset };
  }
  for (const token of parser.end()) tokens.push(token);
  // uniqueKeys compares all keys of a map with each other (100 s for 100,000 keys); parse-source.ts does it
  // in one pass.
  const options = {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    merge: true,
    logLevel: 'silent',
  } as const;
  return [
    ...new Composer({ ...options, customTags: (tags) => [yamlOneBoolean, ...tags] }).compose(tokens),
  ] as Document.Parsed[];
}

/**
 * Returns the documents of one source, YAML, JSON or text of a terminal, in order, without empty ones. Documents with syntax
 * errors, duplicate keys, too deep nesting or alias bombs are left out, and their errors go to `problems`.
 */
export function parseSource({ name, text }: SourceText, problems: Problems): SourceDocument[] {
  if (isPastedText(text)) return pastedDocuments({ name, text }, problems, 'withTheirPods');
  const source = { name, text: withoutMimeParts(text.replace(/^\uFEFF/, '')) };
  const lines = new LineCounter();
  const result: SourceDocument[] = [];
  for (const yaml of compose(source, lines, problems)) {
    if (reportSyntax(source, yaml, lines, problems) || yaml.contents === null) continue;
    const document: SourceDocument = { source, lines, yaml, value: undefined };
    if (reportStructure(document, problems)) continue;
    const value = redactedValue(plainValue(document, problems), holdsCredentials);
    if (value !== undefined && value !== null) result.push({ ...document, value });
  }
  return result;
}

/** Readers of credentials need them as they are, and give only identities on. */
function holdsCredentials(name: string): boolean {
  return name === 'data' || name === 'stringData' || name === 'credentials' || name === 'serviceAccounts';
}

function compose(source: SourceText, lines: LineCounter, problems: Problems): readonly Document.Parsed[] {
  const zeroAt = source.text.indexOf('\0');
  if (zeroAt >= 0) {
    const before = source.text.slice(0, zeroAt).split('\n');
    const place = { file: source.name, line: before.length, column: (before.at(-1) ?? '').length + 1 };
    problems.add({
      code: 'SYNTAX',
      ...place,
      message: 'a zero byte, so this is no text',
      expected: 'a text with YAML or JSON',
    });
    return [];
  }
  try {
    const composed = composeDocuments(source.text, lines);
    if (!('tooDeepAt' in composed)) return composed;
    const { line, col } = lines.linePos(composed.tooDeepAt);
    const message = `nested deeper than ${limits.nestingDepth} levels`;
    problems.add({
      code: 'TOO_DEEP',
      file: source.name,
      line,
      column: col,
      message,
      ...excerptAt(source, lines, line, col),
    });
  } catch (error) {
    problems.add({
      code: 'SYNTAX',
      file: source.name,
      message: `cannot be read as YAML or JSON: ${reasonOf(error, source)}`,
    });
  }
  return [];
}

function reportSyntax(
  source: SourceText,
  yaml: Document.Parsed,
  lines: LineCounter,
  problems: Problems,
): boolean {
  for (const error of yaml.errors.slice(0, 10)) {
    const { line, col } = lines.linePos(error.pos[0]);
    problems.add({
      code: 'SYNTAX',
      file: source.name,
      line: Math.max(line, 1),
      column: Math.max(col, 1),
      message: `not valid YAML: ${reasonOf(error, source)}`,
      hint: syntaxHint(error.code, source),
      ...excerptAt(source, lines, line, col),
    });
  }
  return yaml.errors.length > 0;
}

/** Returns no line if the text may hold secrets, because it is not known yet what the line is. */
function excerptAt(
  { text }: SourceText,
  lines: LineCounter,
  line: number,
  column: number,
): { readonly excerpt?: string } {
  if (mayHoldSecrets(text)) return {};
  const start = lines.lineStarts[line - 1] ?? 0;
  const end = text.indexOf('\n', start);
  return { excerpt: excerpt(redactedText(text.slice(start, end < 0 ? undefined : end)), column) };
}

/** Returns the message of the YAML reader, without its quotation of the text if that may hold secrets. */
function reasonOf(error: unknown, { text }: SourceText): string {
  return mayHoldSecrets(text) ? withoutQuotation(firstLine(error)) : firstLine(error);
}

function syntaxHint(code: string, source: SourceText): string | undefined {
  return (
    templateHint(source) ??
    (code === 'TAB_AS_INDENT' ? 'indent with spaces: YAML does not allow tabs' : undefined)
  );
}

/** Returns what to do if the text looks like a template that nobody has filled in. */
function templateHint({ text }: SourceText): string | undefined {
  const hint = 'helm template <folder of the chart> | windlass run -, if this is a template of a Helm chart';
  return text.includes('{{') && text.includes('}}') ? hint : undefined;
}

interface Branch {
  readonly node: unknown;
  readonly path: readonly (string | number)[];
  /** The anchors of the nodes above. */
  readonly anchors: readonly string[];
}

/**
 * Walks through the nodes once, for nesting deeper than the limit, duplicate keys, and aliases within their
 * own anchor. Returns true after an error.
 */
function reportStructure(document: SourceDocument, problems: Problems): boolean {
  let complained = false;
  const pending: Branch[] = [{ node: document.yaml.contents, path: [], anchors: [] }];
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const { node, path } = entry;
    const anchors =
      isNode(node) && !isAlias(node) && node.anchor !== undefined
        ? [...entry.anchors, node.anchor]
        : entry.anchors;
    if (path.length > limits.nestingDepth) {
      problems.at(
        { document, path },
        { code: 'TOO_DEEP', message: `nested deeper than ${limits.nestingDepth} levels` },
      );
      return true;
    }
    if (isAlias(node) && anchors.includes(node.source)) {
      problems.at(
        { document, path },
        { code: 'ALIASES', message: `the alias *${node.source} stands within what it means` },
      );
      return true;
    }
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries())
        if (isBranch(item)) pending.push({ node: item, path: [...path, index], anchors });
    } else if (isMap(node)) {
      const keys = new Set<string>();
      for (const pair of node.items) {
        const key = keyText(pair.key);
        if (key === undefined) {
          problems.at(
            { document, path },
            {
              code: 'WRONG_KEY',
              message: 'a mapping with a key that is a mapping or a list',
              expected: 'a text',
              hint: templateHint(document.source),
            },
          );
          return true;
        }
        if (keys.has(key) && key !== '<<') {
          complained = true;
          problems.at(
            { document, path: [...path, key], on: 'key' },
            { code: 'DUPLICATE_KEY', message: `the key ${shown(key)} occurs twice` },
          );
        }
        keys.add(key);
        if (isBranch(pair.value)) pending.push({ node: pair.value, path: [...path, key], anchors });
      }
    }
  }
  return complained;
}

function isBranch(node: unknown): boolean {
  return isMap(node) || isSeq(node) || isAlias(node);
}

function plainValue(document: SourceDocument, problems: Problems): unknown {
  try {
    return document.yaml.toJS({ maxAliasCount: limits.aliasedNodes });
  } catch (error) {
    const { line, col } = document.lines.linePos(
      unresolvedAlias(document) ?? document.yaml.contents?.range[0] ?? 0,
    );
    const message = `its aliases cannot be followed: ${reasonOf(error, document.source)}`;
    problems.add({
      code: 'ALIASES',
      file: document.source.name,
      line,
      column: col,
      message,
      ...excerptAt(document.source, document.lines, line, col),
    });
    return undefined;
  }
}

/** Returns the place of the first alias without an anchor before it. */
function unresolvedAlias({ yaml }: SourceDocument): number | undefined {
  let offset: number | undefined;
  visit(yaml, {
    Alias: (_, alias) => {
      if (alias.resolve(yaml) !== undefined) return undefined;
      offset = alias.range?.[0];
      return visit.BREAK;
    },
  });
  return offset;
}

function shown(text: string): string {
  return JSON.stringify(text.length > 60 ? text.slice(0, 59) + '…' : text);
}

function firstLine(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';
  return text.length > 200 ? text.slice(0, 199) + '…' : text;
}
