/** Returns the event's name in SCXML: XState's own become `done.state.…`, `done.invoke.…`, `after.…`; others stay, but for signs that a name cannot have. */
export function scxmlEvent(event: string, source: string): string {
  const delay = delayOf(event, source);
  if (delay !== undefined) return `after.${delay}.${source}`;
  const name = event
    .replace(/^xstate\.done\.state\./, 'done.state.')
    .replace(/^xstate\.done\.actor\./, 'done.invoke.')
    .replace(/^xstate\.error\.actor\./, 'error.invoke.');
  return name === '*' ? name : name.replace(/[^\p{L}\p{N}._-]/gu, '_');
}

/** Returns the name of the delay (or its milliseconds) of a delayed transition's event; undefined for every other event. */
export function delayOf(event: string, source: string): string | undefined {
  const after = /^xstate\.after\.(.+)$/.exec(event)?.[1];
  return after?.endsWith(`.${source}`) === true ? after.slice(0, -source.length - 1) : after;
}
