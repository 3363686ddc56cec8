"use client";

import { Check, Minus } from "lucide-react";
import type { ComponentProps, KeyboardEvent } from "react";
import { cn } from "./cn";

interface CheckboxProps extends Omit<ComponentProps<"button">, "onChange" | "onClick" | "role" | "type" | "value"> {
  checked: boolean | "indeterminate";
  onCheckedChange: (checked: boolean) => void;
}

/** Space chooses and Enter does not, as of the browser's own. */
function ignoreEnter(event: KeyboardEvent) {
  if (event.key === "Enter") event.preventDefault();
}

/** A choice that waits for save; `checked="indeterminate"` shows a part of a selection. */
export function Checkbox({ checked, onCheckedChange, className, ...rest }: CheckboxProps) {
  const isPart = checked === "indeterminate";
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browser's own shows a part of a selection only by a script
    <button
      {...rest}
      type="button"
      role="checkbox"
      aria-checked={isPart ? "mixed" : checked}
      onKeyDown={ignoreEnter}
      onClick={() => onCheckedChange(isPart || !checked)}
      className={cn(
        "relative inline-grid size-4 shrink-0 place-items-center rounded-xs border align-middle after:absolute after:-inset-1 pointer-coarse:after:-inset-3.5",
        checked
          ? "border-primary bg-primary text-primary-fg"
          : "border-input bg-background disabled:border-border disabled:bg-muted",
        className,
      )}
    >
      {isPart && <Minus aria-hidden size={12} strokeWidth={3} />}
      {checked === true && <Check aria-hidden size={12} strokeWidth={3} />}
    </button>
  );
}
