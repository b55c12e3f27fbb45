type Labels = Readonly<Record<string, string>>;

/** What is kept for each set of labels, in order of first use. */
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

  /** In order of the labels' values, as a kubelet's page has them. */
  entries(): (readonly [Labels, Series])[] {
    return [...this.#series.entries()].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, entry]) => entry);
  }
}
