const WIDTH = 76;
const HEIGHT = 36;
/** More points than this only make noise at this size. */
const POINTS_MAX = 30;

/** A course without values; the figure stands beside it. */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const shown = values.slice(-POINTS_MAX).filter((value) => value !== null);
  if (shown.length < 2) return null;
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const points = shown.map((value, index) => {
    const x = 1 + (index / (shown.length - 1)) * (WIDTH - 2);
    const y = high === low ? HEIGHT / 2 : HEIGHT - 6 - ((value - low) / (high - low)) * (HEIGHT - 12);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg aria-hidden="true" width={WIDTH} height={HEIGHT} className="shrink-0 max-sm:hidden">
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke="var(--chart-1)"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
