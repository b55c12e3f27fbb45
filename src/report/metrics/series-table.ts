type Labels = Readonly<Record<string, string>>;

/** A value for each set of labels, in order of first use. */
export class SeriesTable<Series> {
  readonly #series = new Map<string, readonly [Labels, Series]>();
  readonly #create: () => Series;

  constructor(create: () => Series) {
    this.#create = create;
  }

  of(labels: Labels): Series {
    const key = Object.keys(labels)
      .sort()
      .map((name) => `${name}=${labels[name] ?? ''}`)
      .join('\n');
    const known = this.#series.get(key);
    if (known !== undefined) return known[1];
    const series = this.#create();
    this.#series.set(key, [labels, series]);
    return series;
  }

  /** Returns the entries in order of the labels' values, as on a kubelet's page. */
  entries(): (readonly [Labels, Series])[] {
    return [...this.#series.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
  }
}
