"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { ChartTip } from "./chart-tip";
import { Bars, Lines } from "./marks";
import { labelStride, niceTicks } from "./scale";
import type { ChartData } from "./types";
import { useWidth } from "./use-width";

const MARGIN = { left: 44, right: 4, top: 10, bottom: 26 };
const LABEL_WIDTH = 58;

interface TimeChartProps {
  data: ChartData;
  kind: "bars" | "lines";
  /** Read aloud as the chart's name. */
  label: string;
  height: number;
  /** Enter or a click on a period. */
  onPick?: (key: string) => void;
  /** Says that Enter does so. */
  pickHint?: string;
}

/**
 * Periods on the horizontal axis. A pointer or the arrow keys move a cursor whose values are shown and read aloud: the
 * chart is a slider to assistive technology.
 */
export function TimeChart({ data, kind, label, height, onPick, pickHint }: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame, 720);
  const [cursor, setCursor] = useState<number | null>(null);
  const { points, series } = data;
  const last = points.length - 1;
  const at = cursor === null ? null : Math.min(cursor, last);

  const highest = points.map((_, index) => {
    const values = series.map(({ values }) => values[index] ?? 0);
    return kind === "bars" ? values.reduce((sum, value) => sum + value, 0) : Math.max(0, ...values);
  });
  const ticks = niceTicks(Math.max(0, ...highest), data.whole);
  const top = ticks.at(-1) ?? 1;
  const inner = {
    width: Math.max(40, width - MARGIN.left - MARGIN.right),
    height: height - MARGIN.top - MARGIN.bottom,
  };
  const band = inner.width / Math.max(1, points.length);
  const x = (index: number) => MARGIN.left + band * (index + 0.5);
  const y = (value: number) => MARGIN.top + inner.height * (1 - value / top);
  const stride = labelStride(points.length, inner.width, LABEL_WIDTH);

  const pick = () => {
    const point = at === null ? undefined : points[at];
    if (point) onPick?.(point.key);
  };
  const handlePointer = (event: PointerEvent<HTMLDivElement>) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left - MARGIN.left;
    setCursor(Math.min(last, Math.max(0, Math.floor(left / band))));
  };
  const handleKey = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Enter" && at !== null && onPick) {
      event.preventDefault();
      pick();
      return;
    }
    const from = at ?? last;
    const page = Math.max(1, Math.round(points.length / 10));
    const next = {
      ArrowLeft: from - 1,
      ArrowDown: from - 1,
      ArrowRight: from + 1,
      ArrowUp: from + 1,
      PageDown: from - page,
      PageUp: from + page,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCursor(Math.min(last, Math.max(0, next)));
  };

  return (
    <div ref={frame} className="relative" style={{ height }}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={at ?? last}
        aria-valuetext={spoken(data, at ?? last)}
        aria-description={onPick && pickHint}
        onKeyDown={handleKey}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setCursor((now) => now ?? last)}
        onBlur={() => setCursor(null)}
        onPointerMove={handlePointer}
        onPointerDown={handlePointer}
        onPointerLeave={(event) => event.currentTarget !== document.activeElement && setCursor(null)}
        onClick={pick}
        className={onPick ? "h-full cursor-pointer rounded-sm" : "h-full rounded-sm"}
      >
        <svg aria-hidden="true" width={width} height={height} className="block overflow-visible">
          {ticks.map((tick) => (
            <g key={tick}>
              <line
                x1={MARGIN.left}
                x2={width - MARGIN.right}
                y1={y(tick)}
                y2={y(tick)}
                stroke="var(--chart-grid)"
                shapeRendering="crispEdges"
              />
              <text x={MARGIN.left - 8} y={y(tick) + 4} textAnchor="end" className="tnum fill-fg-3 text-[11px]">
                {data.axis(tick)}
              </text>
            </g>
          ))}
          {kind === "bars" ? (
            <Bars series={series} count={points.length} x={x} y={y} band={band} />
          ) : (
            <Lines series={series} x={x} y={y} at={at} />
          )}
          {points.map(
            (point, index) =>
              index % stride === 0 && (
                <text
                  key={point.key}
                  x={Math.min(x(index), width - LABEL_WIDTH / 3)}
                  y={height - 6}
                  textAnchor="middle"
                  className="tnum fill-fg-3 text-[11px]"
                >
                  {point.axis}
                </text>
              ),
          )}
          {at !== null && (
            <line
              x1={x(at)}
              x2={x(at)}
              y1={MARGIN.top}
              y2={height - MARGIN.bottom}
              stroke="var(--fg-4)"
              strokeDasharray="3 3"
            />
          )}
        </svg>
      </div>
      {at !== null && points[at] && (
        <ChartTip data={data} index={at} x={x(at)} width={width} stacked={kind === "bars"} />
      )}
    </div>
  );
}

/** What a screen reader says of a period. */
function spoken({ points, series, exact }: ChartData, index: number): string {
  const point = points[index];
  if (!point) return "";
  const values = series.map(({ label, values }) => `${label} ${values[index] == null ? "–" : exact(values[index])}`);
  return `${point.label}: ${values.join(", ")}`;
}
