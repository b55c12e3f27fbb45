import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { actionName } from './chart-of.ts';
import { guardName, partsOf } from './transition-id.ts';

/**
 * Returns the machine as SCXML 1.0. The machine itself is the one state below the root, because SCXML's root
 * takes no transitions. Guards and actions are calls of functions by their names, in the ECMAScript data
 * model. A delay is an event that is sent on entry and cancelled on exit.
 */
export function scxmlText(machine: AnyStateMachine): string {
  const { root } = machine;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<scxml${attributes({ xmlns: 'http://www.w3.org/2005/07/scxml', version: '1.0', datamodel: 'ecmascript', name: root.id, initial: root.id })}>`,
    ...stateLines(root).map((line) => `  ${line}`),
    '</scxml>',
    '',
  ].join('\n');
}

function stateLines(node: AnyStateNode): readonly string[] {
  const { id, description, type } = node;
  const children = Object.values<AnyStateNode>(node.states);
  const initial = node.initial?.target?.map((target) => target.id).join(' ');
  const tag = type === 'final' ? 'final' : type === 'parallel' ? 'parallel' : 'state';
  const within = [
    ...entryLines(node),
    ...invokeLines(node),
    ...transitionsOf(node).flatMap(transitionLines),
    ...children.flatMap(stateLines),
  ];
  const opening = `<${tag}${attributes({ id, ...(tag === 'state' && children.length > 0 ? { initial } : {}) })}`;
  return [
    // Two hyphens would end the comment.
    ...(description === undefined
      ? []
      : [`<!-- ${xmlEscaped(description).replaceAll('--', '- -').replace(/-$/, '- ')} -->`]),
    ...(within.length === 0
      ? [`${opening}/>`]
      : [`${opening}>`, ...within.map((line) => `  ${line}`), `</${tag}>`]),
  ];
}

/** Returns the actions on entry and exit, and the timers of the delayed transitions. */
function entryLines(node: AnyStateNode): readonly string[] {
  const delays = [...node.transitions.keys()].flatMap((event) => {
    const delay = delayOf(event, node.id);
    return delay === undefined ? [] : [{ id: `after.${delay}.${node.id}`, delay }];
  });
  const sent = delays.map(({ id, delay }) => {
    const time = /^\d+$/.test(delay) ? { delay: `${delay}ms` } : { delayexpr: `${delay}()` };
    return `<send${attributes({ id, event: id, ...time })}/>`;
  });
  const cancelled = delays.map(({ id }) => `<cancel${attributes({ sendid: id })}/>`);
  return [
    ...block('onentry', [...sent, ...scripts(listed(node.config.entry))]),
    ...block('onexit', [...cancelled, ...scripts(listed(node.config.exit))]),
  ];
}

function invokeLines(node: AnyStateNode): readonly string[] {
  return node.invoke.map(
    ({ id, src }) =>
      `<invoke${attributes({ type: 'xstate', id, src: typeof src === 'string' ? src : undefined })}/>`,
  );
}

function transitionsOf(node: AnyStateNode): readonly AnyTransitionDefinition[] {
  return [...node.transitions.values(), node.always ?? []].flat();
}

function transitionLines(definition: AnyTransitionDefinition): readonly string[] {
  const { source, eventType, guard, actions } = definition;
  const opening = `<transition${attributes({
    event: eventType === '' ? undefined : scxmlEvent(eventType as string, source.id),
    cond: guard === undefined ? undefined : scxmlCondition(guard),
    ...targetOf(definition),
  })}`;
  const done = scripts(actions);
  return done.length === 0
    ? [`${opening}/>`]
    : [`${opening}>`, ...done.map((line) => `  ${line}`), '</transition>'];
}

/** XState leaves a state that is its own target only if `reenter` is set; SCXML always does. */
function targetOf({
  source,
  target,
  reenter,
}: AnyTransitionDefinition): Readonly<Record<string, string | undefined>> {
  if (target === undefined) return {};
  if (reenter === true || target.some((node) => node !== source && !node.id.startsWith(`${source.id}.`))) {
    return { target: ids(target) };
  }
  const entered = target.flatMap((node) => (node === source ? (source.initial?.target ?? []) : [node]));
  return entered.length === 0 ? {} : { target: ids(entered), type: 'internal' };
}

function ids(nodes: readonly AnyStateNode[]): string {
  return nodes.map(({ id }) => id).join(' ');
}

function scripts(actions: readonly unknown[]): readonly string[] {
  return actions.map((action) => `<script>${xmlEscaped(scxmlScript(action))}</script>`);
}

/** Returns what the file declares, without what XState adds for delays. */
function listed(declared: unknown): readonly unknown[] {
  return declared === undefined ? [] : Array.isArray(declared) ? declared : [declared];
}

function block(tag: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`<${tag}>`, ...lines.map((line) => `  ${line}`), `</${tag}>`];
}

function attributes(all: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(all)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${xmlEscaped(value)}"`))
    .join('');
}

/**
 * Returns the event's name in SCXML. XState's own names become `done.state.…`, `done.invoke.…` and `after.…`;
 * others stay, without characters that a name cannot have.
 */
function scxmlEvent(event: string, source: string): string {
  const delay = delayOf(event, source);
  if (delay !== undefined) return `after.${delay}.${source}`;
  const name = event
    .replace(/^xstate\.done\.state\./, 'done.state.')
    .replace(/^xstate\.done\.actor\./, 'done.invoke.')
    .replace(/^xstate\.error\.actor\./, 'error.invoke.');
  return name === '*' ? name : name.replace(/[^\p{L}\p{N}._-]/gu, '_');
}

/**
 * Returns the name of the delay (or its milliseconds) of a delayed transition's event; undefined for every
 * other event.
 */
function delayOf(event: string, source: string): string | undefined {
  const after = /^xstate\.after\.(.+)$/.exec(event)?.[1];
  return after?.endsWith(`.${source}`) === true ? after.slice(0, -source.length - 1) : after;
}

/**
 * Returns an action as a call in ECMAScript, `releaseSlot()`, `note({"present":true})`. Computed params are
 * left out.
 */
function scxmlScript(action: unknown): string {
  const params: unknown = Reflect.get(Object(action), 'params');
  const isPlain = typeof params === 'object' && params !== null;
  return `${actionName(action)}(${isPlain ? JSON.stringify(params) : ''})`;
}

/** Returns a guard as a condition in ECMAScript, `isLow() && !isWatched()`. */
function scxmlCondition(guard: unknown): string {
  const parts = partsOf(guard);
  if (parts === undefined) return `${guardName(guard)}()`;
  const operator: unknown = Reflect.get(Object(guard), 'name');
  const conditions = parts.map(scxmlCondition);
  if (operator === 'not') return `!${conditions.join('')}`;
  return `(${conditions.join(operator === 'or' ? ' || ' : ' && ')})`;
}

/**
 * Returns the text as it must stand in an XML element or attribute. Characters that XML cannot hold become
 * U+FFFD.
 */
function xmlEscaped(text: string): string {
  return (
    text
      .replace(/\p{Surrogate}/gu, '\ufffd')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML cannot hold
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/&/g, '&amp;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
      .replace(/"/g, '&quot;')
      .replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  );
}
