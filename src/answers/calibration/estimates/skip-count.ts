/** Counts dropped samples by reason. */
export class SkipCount {
  readonly #counts = new Map<string, number>();

  add(reason: string, count = 1): void {
    if (count === 0) return;
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  addAll(other: SkipCount): void {
    for (const { reason, count } of other.list()) this.add(reason, count);
  }

  /** Returns the reasons, the most frequent first. */
  list(): { readonly reason: string; readonly count: number }[] {
    return [...this.#counts]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1));
  }
}
