import { Composer, type CST, type Document, Lexer, type LineCounter, Parser, type ScalarTag } from 'yaml';
import { limits } from '../limits.ts';

/**
 * The words that Kubernetes reads as booleans beside true and false: its YAML is version 1.1. Without this `serializeImagePulls: no`,
 * which every kubelet takes, would be refused as a string.
 */
const yamlOneBoolean: ScalarTag = {
  tag: 'tag:yaml.org,2002:bool',
  default: true,
  test: /^(?:yes|Yes|YES|on|On|ON|no|No|NO|off|Off|OFF)$/,
  resolve: (text) => /^(?:y|on$)/i.test(text),
};

/**
 * The documents of a YAML text, their syntax errors with them, as yaml's parseAllDocuments makes them; or where the text is nested deeper
 * than the limit. That is found before any node is made, as yaml makes nodes recursively, and a stack that overflows there can end the
 * whole process (V8 gives up when a regular expression is compiled without stack).
 */
export function composeDocuments(text: string, lines: LineCounter): readonly Document.Parsed[] | { readonly tooDeepAt: number } {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    // One level is one or two entries of the parser's stack; the exact depth is looked at afterwards.
    if (parser.stack.length > 2 * limits.nestingDepth + 10) return { tooDeepAt: parser.offset };
  }
  for (const token of parser.end()) tokens.push(token);
  // uniqueKeys compares all keys of a map with each other (100 s for 100,000); parse-source.ts does it in one pass.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false, merge: true, logLevel: 'silent' } as const;
  return [...new Composer({ ...options, customTags: (tags) => [yamlOneBoolean, ...tags] }).compose(tokens)] as Document.Parsed[];
}
