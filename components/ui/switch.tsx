"use client";

import type { ComponentProps } from "react";
import { cn } from "./cn";

interface SwitchProps extends Omit<ComponentProps<"button">, "onChange" | "onClick" | "role" | "type" | "value"> {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** A choice that acts at once. Needs `aria-label` or a label with `htmlFor`. */
export function Switch({ checked, onCheckedChange, className, ...rest }: SwitchProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      aria-checked={checked}
      onClick={() => onCheckedChange(!checked)}
      className={cn(
        "group relative inline-flex h-[18px] w-8 shrink-0 items-center rounded-full bg-input p-0.5 transition-colors duration-(--dur-fast) after:absolute after:-inset-x-0 after:-inset-y-[3px] disabled:opacity-50 aria-checked:bg-primary pointer-coarse:after:-inset-y-[13px]",
        className,
      )}
    >
      <span className="size-3.5 rounded-full bg-background shadow-sm transition-transform duration-(--dur-fast) group-aria-checked:translate-x-3.5" />
    </button>
  );
}
