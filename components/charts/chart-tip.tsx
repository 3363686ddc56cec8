import { useTranslations } from "next-intl";
import { type ChartData, colorOf } from "./types";

interface ChartTipProps {
  data: ChartData;
  index: number;
  /** Where the cursor stands, pixels. */
  x: number;
  width: number;
  stacked: boolean;
}

/** Exact values beside the cursor, on the side that has room. */
export function ChartTip({ data, index, x, width, stacked }: ChartTipProps) {
  const t = useTranslations("common.chart");
  const { points, series, exact } = data;
  const isRight = x > width / 2;
  const sum = series.reduce((total, { values }) => total + (values[index] ?? 0), 0);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-1 z-(--z-sticky) min-w-36 rounded-md border bg-popover px-3 py-2 text-xs shadow-md"
      style={isRight ? { right: width - x + 12 } : { left: x + 12 }}
    >
      <div className="mb-1 whitespace-nowrap text-fg-3">{points[index]?.label}</div>
      {series.map(({ key, label, color, values }) => (
        <div key={key} className="flex items-center gap-1.5 whitespace-nowrap leading-5">
          <i className="size-2 shrink-0 rounded-[2px]" style={{ background: colorOf(color) }} />
          {label}
          <span className="tnum ml-auto pl-4 font-medium">{values[index] == null ? "–" : exact(values[index])}</span>
        </div>
      ))}
      {stacked && series.length > 1 && (
        <div className="mt-1 flex items-center gap-1.5 whitespace-nowrap border-t pt-1 leading-5">
          <span className="text-fg-3">{t("sum")}</span>
          <span className="tnum ml-auto pl-4 font-medium">{exact(sum)}</span>
        </div>
      )}
    </div>
  );
}
