import type { AnyActorLogic, EventObject } from 'xstate';
import type { Changeable } from '../history.ts';
import { OwnArguments } from './action-arguments.ts';
import type { Receiver, System } from './actor-system.ts';
import { compile } from './compile.ts';
import { Effect, type EffectKind } from './effect.ts';
import { inspectedAction } from './inspected-action.ts';
import { childrenInOrder } from './macrostep.ts';
import type { ChildActor, Leaf, Program, ProgramActor, SpawnOptions, Step } from './program.ts';
import { Observed } from './subscribers.ts';
import { Timers } from './timers.ts';

const [notStarted, running, stopped] = [0, 1, 2] as const;

/** An actor between two events: what may be otherwise later. */
type Kept = readonly [
  open: object,
  isOpen: boolean,
  waiting: EventObject[] | undefined,
  timers: Timers | undefined,
];

/**
 * A running process: what XState's `Actor` is (v5.33, createActor), for a program. `_parent`,
 * `_processingStatus` and `_send` have XState's names, since actors of any engine, listeners and inspectors
 * know each other by them.
 */
export class CompiledActor extends Observed implements ProgramActor, Receiver, ChildActor, Changeable<Kept> {
  readonly id: string;
  readonly src: unknown;
  readonly system: System;
  readonly logic: AnyActorLogic;
  readonly _parent: CompiledActor | undefined;
  _processingStatus: 0 | 1 | 2 = notStarted;

  context: unknown = undefined;
  leaf: Leaf | undefined = undefined;
  status: ProgramActor['status'] = 'active';
  output: unknown = undefined;
  error: unknown = undefined;
  children: Map<string, CompiledActor> | undefined = undefined;
  raised: EventObject[] = [];
  readonly args = new OwnArguments(this);

  readonly #program: Program;
  readonly #handle: number;
  readonly #input: unknown;
  /** XState's mailbox: it opens at the end of `start`; while an event is being processed, others wait. */
  #isOpen = false;
  #isBusy = false;
  #waiting: EventObject[] | undefined;
  /** The effects of the first step, until the actor is started. */
  #deferred: Effect[] | undefined;
  #timers: Timers | undefined;
  #scope: object | undefined;
  /**
   * While the run has observers: the snapshot of the latest microstep, and what `getSnapshot` returns until
   * the macrostep is over.
   */
  #latest: object | undefined;
  #shown: object | undefined;

  constructor(
    program: Program,
    { id, src, input }: SpawnOptions,
    system: System,
    parent: CompiledActor | undefined,
  ) {
    super();
    this.#handle = system.nextHandle();
    this.id = id ?? system.sessionId(this.#handle);
    this.src = src;
    this.system = system;
    this.logic = program.logic;
    this._parent = parent;
    this.#program = program;
    this.#input = input;
    if (system.isObserved) system.emitInspection({ type: '@xstate.actor', actorRef: this });
    try {
      program.begin(this, input);
    } catch (error) {
      this.status = 'error';
      this.error = error;
    }
  }

  get sessionId(): string {
    return this.system.sessionId(this.#handle);
  }

  get ref(): this {
    return this;
  }

  get scope(): object {
    this.#scope ??= {
      self: this,
      id: this.id,
      sessionId: this.sessionId,
      system: this.system,
      defer: (run: () => void) => this.#push('defer', run),
      emit: (event: EventObject) => this.subscribers?.emit(event),
    };
    return this.#scope;
  }

  save(): Kept {
    const { context, leaf, status, output, error, children, subscribers, _processingStatus } = this;
    const open = {
      context,
      leaf,
      status,
      output,
      error,
      children: children && new Map(children),
      subscribers,
      _processingStatus,
    };
    return [open, this.#isOpen, this.#waiting?.slice(), this.#timers];
  }

  load([open, isOpen, waiting, timers]: Kept): void {
    Object.assign(this, open);
    [this.#isOpen, this.#waiting, this.#timers] = [isOpen, waiting, timers];
    this.#latest = undefined;
    this.#shown = undefined;
  }

  start(): this {
    if (this._processingStatus === running) return this;
    const { system } = this;
    system.history?.touch(this);
    const event = { type: 'xstate.init', input: this.#input };
    this._processingStatus = running;
    if (system.isObserved)
      system.emitInspection({ type: '@xstate.event', sourceRef: this._parent, actorRef: this, event });
    if (this.status === 'error') {
      this.#fail(this.error);
      return this;
    }
    if (this.status === 'active') {
      for (const child of childrenInOrder(this.children)) if (child.status === 'active') child.start();
    }
    this.#update(event, system.effects.size);
    if (this.status !== 'active') return this;
    this.#isOpen = true;
    const first = this.#waiting?.shift();
    if (first !== undefined) this.#process(first);
    return this;
  }

  /** May only be called on a root. */
  stop(): this {
    if (this._parent !== undefined) throw new Error('A non-root actor cannot be stopped directly.');
    this._stop();
    return this;
  }

  _stop(): void {
    if (this._processingStatus === stopped) return;
    this.system.history?.touch(this);
    // What is not being processed is dropped; XState takes the first event that waits for a start for one
    // that is.
    this.#waiting = this.#isBusy ? undefined : this.#waiting?.slice(0, 1);
    if (this._processingStatus === notStarted) this._processingStatus = stopped;
    else this._send({ type: 'xstate.stop' });
  }

  send(event: EventObject): void {
    this.system._relay(undefined, this, event);
  }

  _send(event: EventObject): void {
    if (this._processingStatus === stopped) return;
    if (!this.#isBusy && this.#isOpen) this.#process(event);
    else {
      this.system.history?.touch(this);
      this.#waiting ??= [];
      this.#waiting.push(event);
    }
  }

  getSnapshot(): object {
    return this.#shown ?? this.#program.snapshotOf(this);
  }

  toJSON(): object {
    return { xstate$$type: 1, id: this.id };
  }

  create(logic: AnyActorLogic, options: SpawnOptions): CompiledActor {
    return new CompiledActor(compile(logic), options, this.system, this);
  }

  get effectsEnd(): number {
    return this._processingStatus === running ? this.system.effects.size : (this.#deferred?.length ?? 0);
  }

  post(
    target: unknown,
    targetId: string | undefined,
    event: EventObject,
    delay: number | undefined,
    id: string | undefined,
  ): void {
    if (this._processingStatus === running && !this.system.isObserved)
      this.system.effects.push().set('post', target, event, delay, id);
    else this.#act('post', target, event, delay, id, targetId);
  }

  raise(event: EventObject, delay: number | undefined, id: string | undefined): void {
    if (typeof delay !== 'number') this.raised.push(event);
    if (typeof delay === 'number' || this.system.isObserved) this.#act('raise', this, event, delay, id);
  }

  cancel(id: string): void {
    this.#act('cancel', undefined, undefined, undefined, id);
  }

  schedule(target: Receiver, event: EventObject, delay: number, id: string | undefined): void {
    this.#timers ??= new Timers(this.system);
    this.#timers.set(id, delay, this, target, event);
  }

  withdraw(id: string): void {
    this.#timers?.cancel(id);
  }

  startSpawned(child: ChildActor): void {
    this.#push('start', child);
  }

  startInvoked(child: ChildActor, options: SpawnOptions): void {
    this.#act('invoke', child, undefined, undefined, options.id, options);
  }

  stopChild(child: ChildActor | undefined): void {
    this.#act('stop', child);
  }

  emit(event: EventObject): void {
    this.#act('emit', undefined, event);
  }

  resolveTargets(from: number): void {
    for (let index = from; index < this.effectsEnd; index++) {
      const effect =
        this._processingStatus === running ? this.system.effects.at(index) : this.#deferred?.[index];
      if (effect !== undefined && typeof effect.target === 'string')
        effect.target = this.children?.get(effect.target);
    }
  }

  tellMicrostep(event: EventObject, step: Step | undefined): void {
    if (!this.system.isObserved) return;
    const isSame = step === undefined ? this.status === 'active' : !step.changes;
    if (!isSame || this.#latest === undefined) this.#latest = this.#program.snapshotOf(this);
    const _transitions = step === undefined ? [] : [step.transition];
    this.system.emitInspection({
      type: '@xstate.microstep',
      actorRef: this,
      event,
      snapshot: this.#latest,
      _transitions,
    });
  }

  /** An action: at once where the actor runs, else with its start. Its effect comes later in any case. */
  #act(
    kind: EffectKind,
    target?: unknown,
    event?: EventObject,
    delay?: number,
    id?: string,
    origin?: unknown,
  ): void {
    if (this._processingStatus === running) {
      const effect = this.system.effects.push().set(kind, target, event, delay, id, origin);
      if (!this.#execute(effect)) this.system.effects.size--;
      return;
    }
    const effect = new Effect().set(kind, target, event, delay, id, origin);
    effect.isDue = false;
    this.#deferred ??= [];
    this.#deferred.push(effect);
  }

  /** An effect that is no action. */
  #push(kind: EffectKind, target: unknown): void {
    if (this._processingStatus === running) {
      this.system.effects.push().set(kind, target);
      return;
    }
    this.#deferred ??= [];
    this.#deferred.push(new Effect().set(kind, target));
  }

  /**
   * Tells the action; returns whether it has an effect that waits. A child that is not started dies at once,
   * and never starts.
   */
  #execute(effect: Effect): boolean {
    const { kind, target, delay } = effect;
    if (this.system.isObserved)
      this.system.emitInspection({ type: '@xstate.action', actorRef: this, action: inspectedAction(effect) });
    if (kind === 'raise') return typeof delay === 'number';
    if (kind !== 'stop') return true;
    const child = target as CompiledActor | undefined;
    if (child === undefined || child._processingStatus === running) return child !== undefined;
    this.#stopNow(child);
    return false;
  }

  #perform({ kind, target, event, delay, id }: Effect): void {
    switch (kind) {
      case 'post':
      case 'raise':
        if (event === undefined) return;
        this.#deliver(target as Receiver, event, delay, id);
        return;
      case 'start':
      case 'invoke':
        if ((target as CompiledActor)._processingStatus !== stopped) (target as CompiledActor).start();
        return;
      case 'stop':
        this.#stopNow(target as CompiledActor);
        return;
      case 'cancel':
        if (id !== undefined) this.withdraw(id);
        return;
      case 'emit':
        if (event !== undefined) this.subscribers?.emit(event);
        return;
      case 'defer':
        (target as () => void)();
    }
  }

  #deliver(target: Receiver, event: EventObject, delay: number | undefined, id: string | undefined): void {
    if (typeof delay === 'number') this.schedule(target, event, delay, id);
    else if (this.system.isObserved) this.system._relay(this, target, event);
    else target._send(event);
  }

  #stopNow(child: CompiledActor): void {
    if (child._parent !== this)
      throw new Error(`Cannot stop child actor ${child.id} of ${this.id} because it is not a child`);
    child._stop();
  }

  #process(first: EventObject): void {
    this.system.history?.touch(this);
    this.#isBusy = true;
    for (let event: EventObject | undefined = first; event !== undefined; event = this.#waiting?.shift())
      this.#react(event);
    this.#isBusy = false;
  }

  #react(event: EventObject): void {
    const { context, leaf, system } = this;
    const base = system.effects.size;
    // A reducer has a new snapshot after each event.
    if (leaf === undefined) this.#latest = undefined;
    try {
      this.#program.react(this, event);
    } catch (error) {
      system.effects.size = base;
      this.raised = [];
      this.context = context;
      this.leaf = leaf;
      this.#latest = undefined;
      this.#failWith(error);
      this.#fail(error);
      return;
    }
    this.#update(event, base);
    if (event.type !== 'xstate.stop') return;
    this.#retire();
    this.leave()?.complete();
  }

  /** The end of a macrostep: its effects happen, those of others that they cause included. */
  #update(event: EventObject, base: number): void {
    const { system } = this;
    this.#shown = system.isObserved ? (this.#latest ?? this.#program.snapshotOf(this)) : undefined;
    this.#latest = this.#shown;
    const shownSnapshot = this.#shown;
    try {
      if (this.#deferred === undefined) this.#performAll(base);
      else this.#performDeferred();
    } catch (error) {
      this.#failWith(error);
    }
    system.effects.size = base;
    if (this.status === 'error') this.#fail(this.error);
    else if (this.status !== 'stopped' && this.subscribers?.hasSnapshotListeners)
      this.subscribers.next(this.getSnapshot());
    if (this.status === 'done') this.#finish();
    if (system.isObserved) {
      system.emitInspection({
        type: '@xstate.snapshot',
        actorRef: this,
        event,
        snapshot: shownSnapshot ?? this.#program.snapshotOf(this),
      });
    }
  }

  #performAll(base: number): void {
    const { effects } = this.system;
    const end = effects.size;
    for (let index = base; index < end; index++) {
      const effect = effects.at(index);
      if (effect !== undefined) this.#perform(effect);
    }
  }

  /** What actions of the first step cause waits behind all that they are. */
  #performDeferred(): void {
    const effects = this.#deferred ?? [];
    this.#deferred = undefined;
    for (const effect of effects) {
      if (effect.isDue) this.#perform(effect);
      else if (this.#execute(effect)) {
        effect.isDue = true;
        effects.push(effect);
      }
    }
  }

  #finish(): void {
    const { id, output, system, _parent } = this;
    this.#retire();
    this.leave()?.complete();
    if (_parent !== undefined)
      system._relay(this, _parent, { type: `xstate.done.actor.${id}`, output, actorId: id } as EventObject);
  }

  #failWith(error: unknown): void {
    this.status = 'error';
    this.error = error;
    this.#shown = this.system.isObserved ? this.#program.snapshotOf(this) : undefined;
  }

  /** The parent gets the error. The children are not stopped. */
  #fail(error: unknown): void {
    const { id, system, _parent } = this;
    this.#retire();
    this.leave()?.fail(error);
    if (_parent !== undefined)
      system._relay(this, _parent, { type: `xstate.error.actor.${id}`, error, actorId: id } as EventObject);
  }

  /** The actor receives nothing more, and its timers are cancelled: the newest of each id. */
  #retire(): void {
    if (this._processingStatus !== running) return;
    this.#timers?.cancelAll();
    this.#waiting = undefined;
    this._processingStatus = stopped;
  }
}
