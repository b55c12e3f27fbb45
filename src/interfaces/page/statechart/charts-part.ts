export { drawnCharts } from 'virtual:chart-layouts';
