declare module 'virtual:chart-layouts' {
  /** Every machine's chart and where its parts are drawn, made by scripts/build/chart-layouts.mjs when the page is built. */
  export const drawnCharts: readonly import('./drawn-chart.ts').DrawnChart[];
}
