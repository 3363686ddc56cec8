"use client";

import { Check, Minus } from "lucide-react";
import { Checkbox as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A choice that waits for save; `checked="indeterminate"` shows a part of a selection. */
export function Checkbox({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      {...rest}
      className={cn(
        "group relative inline-grid size-4 shrink-0 place-items-center rounded-xs border border-input bg-background align-middle after:absolute after:-inset-1 disabled:border-border disabled:bg-muted data-[state=checked]:border-primary data-[state=indeterminate]:border-primary data-[state=checked]:bg-primary data-[state=indeterminate]:bg-primary data-[state=checked]:text-primary-fg data-[state=indeterminate]:text-primary-fg pointer-coarse:after:-inset-3.5",
        className,
      )}
    >
      <Primitive.Indicator>
        <Minus aria-hidden size={12} strokeWidth={3} className="hidden group-data-[state=indeterminate]:block" />
        <Check aria-hidden size={12} strokeWidth={3} className="group-data-[state=indeterminate]:hidden" />
      </Primitive.Indicator>
    </Primitive.Root>
  );
}
