import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { stageMachine } from '../../../../src/interfaces/page/replay/stage.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const started = (viewer: 'hosted' | 'own') => createActor(stageMachine, { input: { viewer } }).start();

describe('the stage', () => {
  test('an inspector that does not answer is replaced by the own viewer, which says so', () => {
    const stage = started('hosted');
    vi.advanceTimersByTime(5999);
    expect(stage.getSnapshot().value).toEqual({ hosted: 'loading' });
    vi.advanceTimersByTime(1);
    expect(stage.getSnapshot().value).toBe('standIn');
    expect(stage.getSnapshot().hasTag('unanswered')).toBe(true);
    expect(stage.getSnapshot().hasTag('connected')).toBe(true);
  });

  test('one that answered stays, and is waited for anew when the frame is emptied', () => {
    const stage = started('hosted');
    stage.send({ type: 'FRAME.CONNECTED' });
    vi.advanceTimersByTime(60_000);
    expect(stage.getSnapshot().value).toEqual({ hosted: 'connected' });
    stage.send({ type: 'FRAME.RELOADED' });
    expect(stage.getSnapshot().hasTag('connected')).toBe(false);
    vi.advanceTimersByTime(6000);
    expect(stage.getSnapshot().value).toBe('standIn');
  });

  test('a person chooses either, and the own viewer waits for nothing', () => {
    const stage = started('own');
    expect(stage.getSnapshot().value).toBe('own');
    expect(stage.getSnapshot().hasTag('connected')).toBe(true);
    stage.send({ type: 'VIEWER.CHOSEN', viewer: 'hosted' });
    expect(stage.getSnapshot().value).toEqual({ hosted: 'loading' });
    expect(stage.getSnapshot().hasTag('connected')).toBe(false);
    stage.send({ type: 'VIEWER.CHOSEN', viewer: 'own' });
    expect(stage.getSnapshot().value).toBe('own');
  });
});
