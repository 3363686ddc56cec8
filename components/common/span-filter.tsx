"use client";

import { lazy } from "react";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";

// Few lists are asked for days of one's own: the field comes with the first.
const DateInput = lazy(() => import("./date-input").then((module) => ({ default: module.DateInput })));

interface SpanFilterProps {
  labels: { span: string; from: string; to: string };
  /** The span that holds; `custom` is days of one's own. */
  value: string;
  /** The one that holds when none was picked: it stays out of the filter. */
  usual: string;
  options: readonly { value: string; label: string }[];
  days: { from?: string; to?: string };
  onChange: (patch: { span?: string; from?: string; to?: string }) => void;
}

/** A filter by time: spans to pick from, and two days for one of one's own. */
export function SpanFilter({ labels, value, usual, options, days, onChange }: SpanFilterProps) {
  return (
    <>
      <FilterMenu
        label={labels.span}
        value={value}
        options={options}
        onChange={(span) => onChange({ span: span === usual ? "" : span, from: "", to: "" })}
      />
      {value === "custom" && (
        <LazyBoundary>
          {(["from", "to"] as const).map((name) => (
            <DateInput
              key={name}
              soft
              className="w-36"
              aria-label={labels[name]}
              value={days[name] ?? ""}
              onValueChange={(day) => onChange({ span: "custom", [name]: day })}
            />
          ))}
        </LazyBoundary>
      )}
    </>
  );
}
