"use client";

import { Switch as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

/** A choice that acts at once. Needs `aria-label` or a label with `htmlFor`. */
export function Switch({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      {...rest}
      className={cn(
        "group relative inline-flex h-[18px] w-8 shrink-0 items-center rounded-full bg-input p-0.5 transition-colors duration-(--dur-fast) after:absolute after:-inset-x-0 after:-inset-y-[3px] disabled:opacity-50 data-[state=checked]:bg-primary pointer-coarse:after:-inset-y-[13px]",
        className,
      )}
    >
      <Primitive.Thumb className="size-3.5 rounded-full bg-background shadow-sm transition-transform duration-(--dur-fast) data-[state=checked]:translate-x-3.5" />
    </Primitive.Root>
  );
}
