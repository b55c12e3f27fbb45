/**
 * What is wrong with a text as XML: tags that do not match, bare `&` or `<`, characters that XML cannot hold;
 * undefined where nothing.
 */
export function xmlProblem(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text))
    return 'a character that XML cannot hold';
  if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text))
    return 'half a character';
  const open: string[] = [];
  let rest = text.trim().replace(/^<\?xml [^?]*\?>\s*/, '');
  if (!rest.startsWith('<')) return 'no root element';
  for (let roots = 0; rest !== ''; ) {
    const tag =
      /^<(\/?)([\w:-]+)((?:\s+[\w:-]+="(?:[^<&"]|&(?:amp|lt|gt|quot|apos|#\d+);)*")*)\s*(\/?)>/.exec(rest);
    if (tag !== null) {
      const [whole, closes, name = '', , isEmpty] = tag;
      if (open.length === 0 && roots++ > 0) return 'a second root element';
      if (closes === '/' && open.pop() !== name) return `</${name}> closes nothing`;
      if (closes === '' && isEmpty === '') open.push(name);
      rest = rest.slice(whole.length);
      if (open.length === 0 && closes === '/') return rest.trim() === '' ? undefined : 'text after the end';
      continue;
    }
    const comment = /^<!--(?:(?!--)[\s\S])*-->/.exec(rest);
    if (comment !== null && open.length > 0) {
      rest = rest.slice(comment[0].length);
      continue;
    }
    const words = /^(?:[^<&]|&(?:amp|lt|gt|quot|apos|#\d+);)+/.exec(rest);
    if (words === null) return `not well-formed at: ${rest.slice(0, 40)}`;
    rest = rest.slice(words[0].length);
  }
  return open.length > 0 ? `<${open.at(-1)}> is never closed` : undefined;
}
