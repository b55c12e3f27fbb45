import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Changeable, History, type Moment } from '../../../src/run/engine/history.ts';

class Cell implements Changeable<number> {
  value = 0;
  saves = 0;

  save(): number {
    this.saves++;
    return this.value;
  }

  load(value: number): void {
    this.value = value;
  }
}

it('returns to any moment of any branch, in any order', () => {
  const move = fc.record({
    kind: fc.constantFrom('change', 'change', 'snapshot', 'restore'),
    cell: fc.nat({ max: 4 }),
    value: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(move, { maxLength: 60, size: 'max' }), (moves) => {
      const history = new History();
      const cells = Array.from({ length: 5 }, () => new Cell());
      const values = () => cells.map(({ value }) => value);
      const kept: { readonly moment: Moment; readonly values: readonly number[] }[] = [];
      for (const { kind, cell, value } of moves) {
        const changed = cells[cell];
        const back = kept[value % Math.max(1, kept.length)];
        if (kind === 'snapshot') kept.push({ moment: history.snapshot(), values: values() });
        else if (kind === 'change' && changed !== undefined) {
          history.touch(changed);
          changed.value = value;
        } else if (back !== undefined) {
          history.restore(back.moment);
          expect(values()).toEqual(back.values);
          expect(history.changes).toBe(0);
        }
      }
    }),
  );
});

it('keeps once what changes often, and nothing where nothing changes', () => {
  const history = new History();
  const cell = new Cell();
  for (let value = 1; value < 5; value++) {
    history.touch(cell);
    cell.value = value;
  }
  expect(cell.saves).toBe(1);
  const first = history.snapshot();
  expect(history.snapshot()).toBe(first);
  history.restore(first);
  expect(cell).toEqual(expect.objectContaining({ value: 4, saves: 1 }));
});

it('refuses a moment of another history, and stays as it is', () => {
  const [history, other] = [new History(), new History()];
  const cell = new Cell();
  history.snapshot();
  history.touch(cell);
  cell.value = 3;
  expect(() => history.restore(other.snapshot())).toThrow('the snapshot is of another system');
  expect(cell.value).toBe(3);
});
