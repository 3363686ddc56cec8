"use client";

import { ToggleGroup } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "./cn";

export interface SegmentedOption<V extends string> {
  value: V;
  label: ReactNode;
}

interface SegmentedProps<V extends string> {
  value: V;
  onValueChange: (value: V) => void;
  options: readonly SegmentedOption<V>[];
  "aria-label": string;
  className?: string;
}

/** Two to five views of the same data; one is always chosen. */
export function Segmented<V extends string>({ value, onValueChange, options, className, ...rest }: SegmentedProps<V>) {
  return (
    <ToggleGroup.Root
      {...rest}
      type="single"
      value={value}
      onValueChange={(next) => next && onValueChange(next as V)}
      className={cn(
        "inline-flex h-8 max-w-full shrink-0 items-center overflow-x-auto rounded-sm bg-muted p-0.5 pointer-coarse:h-11",
        className,
      )}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="inline-flex h-full items-center gap-1.5 whitespace-nowrap rounded-xs px-2.5 text-sm text-fg-2 -outline-offset-2 max-md:px-2 data-[state=on]:bg-background data-[state=on]:font-medium data-[state=on]:text-fg data-[state=on]:shadow-sm dark:data-[state=on]:bg-pressed"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
