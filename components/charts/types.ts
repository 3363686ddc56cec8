export interface ChartPoint {
  /** First day of the period. */
  key: string;
  /** Below the axis. */
  axis: string;
  /** In full. */
  label: string;
}

export interface ChartSeries {
  key: string;
  label: string;
  /** Colour of the data palette. */
  color: 1 | 2 | 3 | 4 | 5 | 6;
  values: readonly (number | null)[];
}

export interface ChartData {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** A value in full. */
  exact: (value: number) => string;
  /** A value of the axis, in the unit the title names. */
  axis: (value: number) => string;
  /** Only whole things are counted. */
  whole: boolean;
}

export const colorOf = (color: ChartSeries["color"]) => `var(--chart-${color})`;
