import { type ChartSeries, colorOf } from "./types";

interface BarsProps {
  series: readonly ChartSeries[];
  count: number;
  x: (index: number) => number;
  y: (value: number) => number;
  band: number;
}

const RADIUS = 3;

/** Stacked bars; only the uppermost piece has round corners. */
export function Bars({ series, count, x, y, band }: BarsProps) {
  const width = Math.min(28, Math.max(1.5, band * 0.46));
  return Array.from({ length: count }, (_, index) => {
    let sum = 0;
    const pieces = series.flatMap(({ key, color, values }) => {
      const value = values[index] ?? 0;
      if (value <= 0) return [];
      const [bottom, top] = [y(sum), y(sum + value)];
      sum += value;
      return [{ key, color, bottom, top }];
    });
    return pieces.map(({ key, color, bottom, top }, piece) => (
      <path
        key={`${key}-${x(index)}`}
        d={
          piece === pieces.length - 1
            ? rounded(x(index) - width / 2, top, width, bottom - top)
            : `M${x(index) - width / 2},${top}h${width}V${bottom}h${-width}Z`
        }
        fill={colorOf(color)}
      />
    ));
  });
}

function rounded(left: number, top: number, width: number, height: number): string {
  const radius = Math.min(RADIUS, width / 2, height);
  const right = left + width;
  return `M${left},${top + height}V${top + radius}Q${left},${top} ${left + radius},${top}H${right - radius}Q${right},${top} ${right},${top + radius}V${top + height}Z`;
}

interface LinesProps {
  series: readonly ChartSeries[];
  x: (index: number) => number;
  y: (value: number) => number;
  at: number | null;
}

/** Lines that stop where nothing was measured; a value between two gaps is a dot. */
export function Lines({ series, x, y, at }: LinesProps) {
  return series.map(({ key, color, values }) => {
    const here = at === null ? null : (values[at] ?? null);
    return (
      <g key={key}>
        {runsOf(values).map((run) =>
          run.length === 1 ? (
            <circle key={run[0]} cx={x(run[0]!)} cy={y(values[run[0]!]!)} r={2.5} fill={colorOf(color)} />
          ) : (
            <polyline
              key={run[0]}
              points={run.map((index) => `${x(index)},${y(values[index]!)}`).join(" ")}
              fill="none"
              stroke={colorOf(color)}
              strokeWidth={1.75}
              strokeLinejoin="round"
            />
          ),
        )}
        {at !== null && here !== null && (
          <circle cx={x(at)} cy={y(here)} r={4} fill={colorOf(color)} stroke="var(--background)" strokeWidth={2} />
        )}
      </g>
    );
  });
}

/** Indexes of values that follow one another. */
export function runsOf(values: readonly (number | null)[]): number[][] {
  const runs: number[][] = [];
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    if (index > 0 && values[index - 1] !== null && runs.length > 0) runs.at(-1)!.push(index);
    else runs.push([index]);
  }
  return runs;
}
