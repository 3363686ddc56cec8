"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";
import { useEarlyInput } from "./use-early-input";

interface TextareaProps extends ComponentProps<"textarea"> {
  invalid?: boolean;
}

export function Textarea({ invalid, className, rows = 3, ref, ...rest }: TextareaProps) {
  const field = useEarlyInput(ref, rest.value);
  return (
    <textarea
      {...rest}
      ref={field}
      rows={rows}
      aria-invalid={invalid || undefined}
      className={cn(
        "block w-full resize-y rounded-sm border bg-background px-2.5 py-1.5 text-sm text-fg outline-none placeholder:text-fg-3 focus-visible:border-ring focus-visible:ring-3 focus-visible:ring-primary-line/50 disabled:border-border disabled:bg-muted disabled:text-fg-3 max-md:text-[16px]",
        invalid ? "border-danger" : "border-input",
        className,
      )}
    />
  );
}
