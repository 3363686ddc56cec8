"use client";

import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { useEarlyInput } from "./use-early-input";

interface InputProps extends Omit<ComponentProps<"input">, "size"> {
  size?: "md" | "lg";
  icon?: LucideIcon;
  /** Sits inside the frame at the end: a unit, a count, a small button. */
  suffix?: ReactNode;
  /** Toolbar search and filters: the softer outline. */
  soft?: boolean;
  invalid?: boolean;
}

const FRAME =
  "flex items-center gap-2 rounded-sm border bg-background px-2.5 has-[input:focus-visible]:border-ring has-[input:focus-visible]:ring-3 has-[input:focus-visible]:ring-primary-line/50 has-[input:disabled]:border-border has-[input:disabled]:bg-muted";

/** A text field in its frame. `className` dresses the frame; every other property goes to the field. */
export function Input({ size = "md", icon: Icon, suffix, soft, invalid, className, ref, ...rest }: InputProps) {
  const field = useEarlyInput(ref, rest.value);
  return (
    <div
      className={cn(
        FRAME,
        size === "lg" ? "h-10 pointer-coarse:h-11" : "h-8 pointer-coarse:h-11",
        invalid ? "border-danger" : soft ? "border-border-strong shadow-xs" : "border-input",
        className,
      )}
    >
      {Icon && <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0 text-fg-3" />}
      <input
        {...rest}
        ref={field}
        aria-invalid={invalid || undefined}
        className={cn(
          "h-full min-w-0 flex-1 bg-transparent text-fg outline-none placeholder:text-fg-3 disabled:text-fg-3 max-md:text-[16px]",
          size === "lg" ? "text-base" : "text-sm",
        )}
      />
      {suffix && <span className="flex shrink-0 items-center text-xs text-fg-3">{suffix}</span>}
    </div>
  );
}
