/**
 * A break of the compiled engine for each corner on which its equality with XState's depends: what is
 * replaced in a file of `src/run/engine/compiled`, and by what.
 */
export const engineBreaks = [
  {
    corner: 'params are made each time the action runs',
    file: 'compile-action.ts',
    replacements: [
      [
        "if (typeof params === 'function') return params as (args: ActionArguments) => unknown;",
        "let made: unknown; if (typeof params === 'function') return (args) => (made ??= (params as any)(args));",
      ],
    ],
  },
  {
    corner: 'a delay is made when the action runs',
    file: 'compile-action.ts',
    replacements: [['const delay = delayOf?.(args, params);', 'const delay = delayOf && 1;']],
  },
  {
    corner: 'a target is found when the action runs',
    file: 'compile-action.ts',
    replacements: [
      [
        "const target = typeof to === 'function' ? to(args, params) : to;",
        "const target = ((messageOf as any).found ??= typeof to === 'function' ? to(args, params) : to);",
      ],
    ],
  },
  {
    corner: 'delivery waits for the end of the macrostep',
    file: 'compiled-actor.ts',
    replacements: [
      [
        "this.system.effects.push().set('post', target, event, delay, id);",
        'this.#deliver(target as Receiver, event, delay, id);',
      ],
    ],
  },
  {
    corner: 'delivery is depth-first: what an event causes comes before the next effect',
    file: 'compiled-actor.ts',
    replacements: [
      [
        'else if (this.system.isObserved) this.system._relay(this, target, event);\n    else target._send(event);',
        'else queueMicrotask(() => this.system._relay(this, target, event));',
      ],
    ],
  },
  {
    corner: 'a busy actor queues',
    file: 'compiled-actor.ts',
    replacements: [
      ['if (!this.#isBusy && this.#isOpen) this.#process(event);', 'if (this.#isOpen) this.#process(event);'],
    ],
  },
  {
    corner: 'effects of the first step wait twice',
    file: 'compiled-actor.ts',
    replacements: [['effect.isDue = false;', 'effect.isDue = true;']],
  },
  {
    corner: 'starts of spawned children come once, and before those effects',
    file: 'compiled-actor.ts',
    replacements: [["this.#push('start', child);", "this.#act('start', child);"]],
  },
  {
    corner: 'children start in order of insertion',
    file: 'compiled-actor.ts',
    replacements: [
      [
        'for (const child of childrenInOrder(this.children)) if',
        'for (const child of [...childrenInOrder(this.children)].reverse()) if',
      ],
    ],
  },
  {
    corner: "a child's first step runs inside the parent's assign",
    file: 'compiled-actor.ts',
    replacements: [
      [
        '      program.begin(this, input);\n',
        '      if (parent === undefined) program.begin(this, input);\n',
      ],
      [
        "    const event = { type: 'xstate.init', input: this.#input };\n",
        "    const event = { type: 'xstate.init', input: this.#input };\n    if (this._parent !== undefined) this.#program.begin(this, this.#input);\n",
      ],
    ],
  },
  {
    corner: 'a child that is not started dies at once',
    file: 'compiled-actor.ts',
    replacements: [['    this.#stopNow(child);\n    return false;', '    return true;']],
  },
  {
    corner: 'a child that runs is stopped when effects run',
    file: 'compiled-actor.ts',
    replacements: [
      [
        'if (child === undefined || child._processingStatus === running) return',
        'if (child === undefined) return',
      ],
    ],
  },
  {
    corner: 'a stopped actor drops what waits for it',
    file: 'compiled-actor.ts',
    replacements: [['this.#waiting = this.#isBusy ? undefined : this.#waiting?.slice(0, 1);', '']],
  },
  {
    corner: 'a busy actor finishes its effects before it stops',
    file: 'compiled-actor.ts',
    replacements: [
      [
        "else this._send({ type: 'xstate.stop' });",
        "else { if (this.#isBusy) this.#retire(); this._send({ type: 'xstate.stop' }); }",
      ],
      [
        '      if (effect !== undefined) this.#perform(effect);',
        '      if (effect !== undefined && this._processingStatus !== stopped) this.#perform(effect);',
      ],
    ],
  },
  {
    corner: 'a stopped actor has no exit actions',
    file: 'macrostep.ts',
    replacements: [
      [
        "import type { ChildActor, ProgramActor, Step } from './program.ts';",
        "import { compileAction } from './compile-action.ts';\nimport type { ChildActor, ProgramActor, Step } from './program.ts';",
      ],
      [
        "function end(actor: ProgramActor, event: EventObject, status: 'stopped' | 'error'): void {\n",
        "function end(actor: ProgramActor, event: EventObject, status: 'stopped' | 'error'): void {\n  const node = actor.leaf?.node;\n  for (const action of node?.exit ?? []) compileAction(action, node!).run(actor, event);\n",
      ],
    ],
  },
  {
    corner: 'the children of a stopped actor stop before its timers',
    file: 'compiled-actor.ts',
    replacements: [
      [
        "else this._send({ type: 'xstate.stop' });",
        "else { this.#timers?.cancelAll(); this._send({ type: 'xstate.stop' }); }",
      ],
    ],
  },
  {
    corner: 'a timer id that is used again does not clear the older timer',
    file: 'timers.ts',
    replacements: [
      [
        '    const thisTimer = timer;\n',
        '    this.#system.clock.clearTimeout(timer.entry);\n    const thisTimer = timer;\n',
      ],
    ],
  },
  {
    corner: 'either timer of an id forgets the id as it fires',
    file: 'timers.ts',
    replacements: [['this.#forget(id === undefined ? thisTimer : this.#timerOf(id));', '']],
  },
  {
    corner: 'always is tried after every event',
    file: 'macrostep.ts',
    replacements: [['  let hasChanged = true;\n', '  let hasChanged = false;\n']],
  },
  {
    corner: 'always is tried again if the snapshot changed',
    file: 'macrostep.ts',
    replacements: [['hasChanged = eventless.changes;', 'hasChanged = false;']],
  },
  {
    corner: 'always is not tried again if the snapshot did not change',
    file: 'macrostep.ts',
    // Once more, and not for ever.
    replacements: [
      [
        'hasChanged = eventless.changes;',
        'hasChanged = eventless.changes || (latest as any).again !== true; (latest as any).again = true;',
      ],
    ],
  },
  {
    corner: 'leaf before parent',
    file: 'compile-machine.ts',
    replacements: [
      [
        '  return chain.flatMap(({ transitions }) => {',
        '  return [...chain].reverse().flatMap(({ transitions }) => {',
      ],
    ],
  },
  {
    corner: 'exact before wildcard',
    file: 'compile-machine.ts',
    replacements: [
      [
        '[type, ...wild.sort((a, b) => b.length - a.length)]',
        '[...wild.sort((a, b) => b.length - a.length), type]',
      ],
    ],
  },
  {
    corner: '{} swallows',
    file: 'compile-machine.ts',
    replacements: [
      [
        'transitions.get(descriptor) ?? [],',
        '(transitions.get(descriptor) ?? []).filter(({ target, actions }) => target !== undefined || actions.length > 0),',
      ],
    ],
  },
  {
    corner: 'a self-target without reenter is internal',
    file: 'state-sets.ts',
    replacements: [
      [
        'if (!reenter && (to === source || isBelow(to, source))) return source;',
        'if (!reenter && isBelow(to, source)) return source;',
      ],
    ],
  },
  {
    corner: 'entry actions come in order, and after is a raise behind them',
    file: 'compile-entry.ts',
    replacements: [
      [
        '...node.entry.map((action) => compileAction(action, node, invoked)),',
        '...node.entry.map((action) => compileAction(action, node, invoked)).reverse(),',
      ],
    ],
  },
  {
    corner: 'invoke spawns after entry',
    file: 'compile-entry.ts',
    replacements: [
      [
        '    ...node.entry.map((action) => compileAction(action, node, invoked)),\n    ...node.invoke.map((definition, index) => compileInvocation(node, definition, index)),\n',
        '    ...node.invoke.map((definition, index) => compileInvocation(node, definition, index)),\n    ...node.entry.map((action) => compileAction(action, node, invoked)),\n',
      ],
    ],
  },
  {
    corner: 'a nested final state queues done.state',
    file: 'compile-entry.ts',
    replacements: [['actor.raised.push({ type, output }', 'actor.raised.unshift({ type, output }']],
  },
  {
    corner: "sendTo finds a child by its id's text",
    file: 'compile-action.ts',
    replacements: [
      [
        'const child = invoked.includes(target) ? target : actor.children?.get(target);',
        'const child = invoked.includes(target) ? target : [...(actor.children?.values() ?? [])][0];',
      ],
    ],
  },
  {
    corner: 'an object assign sees the old context throughout',
    file: 'compile-action.ts',
    replacements: [
      [
        'const first = firstOf(args, params);',
        "const first = firstOf(args, params); (actor.context as Context)[keys[0] ?? ''] = first;",
      ],
    ],
  },
  {
    corner: 'child ids that look like integers come first',
    file: 'macrostep.ts',
    replacements: [['Object.values(Object.fromEntries(children))', '[...children.values()]']],
  },
  {
    corner: 'a failing actor reaches its parent as xstate.error.actor',
    file: 'compiled-actor.ts',
    replacements: [['xstate.error.actor.', 'xstate.failed.actor.']],
  },
];

/**
 * A text of which each replacement is made exactly once, so that a break that has lost its place is noticed.
 */
export function broken(text, replacements) {
  return replacements.reduce((before, [from, to]) => {
    if (before.split(from).length !== 2) throw new Error(`not once in the source: ${from}`);
    return before.replace(from, () => to);
  }, text);
}
