// What a Go source file says and does: the texts that people can see, and its declarations without comments and log lines.

/**
 * Returns the tokens of a Go source without comments and whitespace: names, numbers, string literals (as written)
 * and single signs.
 */
export function goTokens(source) {
  const token =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|`[^`]*`|'(?:[^'\\\n]|\\.)+'|[\p{L}_][\p{L}\p{N}_]*|[0-9][\w.]*|\S/gu;
  return (source.match(token) ?? []).filter((text) => !text.startsWith('//') && !text.startsWith('/*'));
}

const loggers = new Set(['klog', 'glog', 'logger', 'log']);

/** Leaves out the calls of loggers, chained ones too: `klog.V(4).InfoS(…)`. */
export function withoutLogCalls(tokens) {
  const kept = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const starts = loggers.has(tokens[at]) && tokens[at + 1] === '.' && tokens[at - 1] !== '.';
    const end = starts ? callEnd(tokens, at) : at;
    if (end === at) kept.push(tokens[at]);
    else at = end - 1;
  }
  return kept;
}

/** The position after `name.name(…).name(…)`; where nothing is called, `start`. */
function callEnd(tokens, start) {
  let at = start + 1;
  let end = start;
  while (tokens[at] === '.') {
    at += 2;
    if (tokens[at] !== '(') continue;
    at = closing(tokens, at) + 1;
    end = at;
  }
  return end;
}

function closing(tokens, open) {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if ('([{'.includes(tokens[at])) depth += 1;
    else if (')]}'.includes(tokens[at])) depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
}

/**
 * The declarations of a Go source, without imports: a map from a name (`EnsureImageExists`, `imageManager.…` for a
 * method) to its tokens. The entries of `const (…)` and `var (…)` stand together under the name of the first one.
 */
export function goDeclarations(source) {
  const tokens = withoutLogCalls(goTokens(source));
  const declarations = new Map();
  for (let at = 0; at < tokens.length; ) {
    const start = at;
    const kind = tokens[at];
    if (!['func', 'type', 'var', 'const', 'import', 'package'].includes(kind)) {
      at += 1;
      continue;
    }
    at = declarationEnd(tokens, start);
    if (kind === 'import' || kind === 'package') continue;
    const body = tokens.slice(start, at);
    const name = declarationName(body);
    declarations.set(name, [...(declarations.get(name) ?? []), ...body]);
  }
  return declarations;
}

const starters = new Set(['func', 'type', 'var', 'const', 'import']);

// Without whitespace a declaration ends where the next begins outside of all brackets. `func` also is a type: there the
// tokens before it (`type T func`, `= func`, `) func`) say so.
function declarationEnd(tokens, start) {
  for (let at = start + 1; at < tokens.length; at += 1) {
    if ('([{'.includes(tokens[at])) at = closing(tokens, at);
    else if (starters.has(tokens[at]) && isDeclaration(tokens, at, start)) return at;
  }
  return tokens.length;
}

function isDeclaration(tokens, at, start) {
  if (tokens[at] !== 'func') return true;
  const previous = tokens[at - 1];
  if (['=', '*', ']', ',', '.'].includes(previous)) return false;
  if (tokens[start] === 'type' && at <= start + 2) return false;
  // A function has a name or a receiver with a name after it; a type has only its parameters.
  return (
    /^[\p{L}_]/u.test(tokens[at + 1] ?? '') || /^[\p{L}_]/u.test(tokens[closing(tokens, at + 1) + 1] ?? '')
  );
}

function declarationName(body) {
  if (body[0] !== 'func' || body[1] !== '(')
    return body.find((text, at) => at > 0 && /^[\p{L}_]/u.test(text)) ?? '_';
  const end = closing(body, 1);
  const receiver = body.slice(2, end).findLast((text) => /^[\p{L}_]/u.test(text) && text !== 'T');
  return `${receiver}.${body[end + 1]}`;
}

/** The string literals of a declaration's tokens that may reach people: no import paths, no single signs. */
export function goTexts(tokens) {
  return tokens.filter((text) => /^["`]/.test(text) && text.length > 3).map((text) => text.slice(1, -1));
}
