declare module 'virtual:chart-layouts' {
  /**
   * Every machine's chart and the places of its parts. scripts/build/chart-layouts.mjs makes them when the
   * page is built.
   */
  export const drawnCharts: readonly import('./drawn-chart.ts').DrawnChart[];
}
