import { Check, Minus } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";

interface CheckboxProps
  extends Omit<ComponentProps<"input">, "type" | "checked" | "defaultChecked" | "onChange" | "className"> {
  /** `indeterminate`: a part of a selection. */
  checked?: boolean | "indeterminate";
  onCheckedChange?: (checked: boolean) => void;
  className?: string;
}

/** A choice that waits for save: the browser's own field, because a list has one a row. */
export function Checkbox({ checked, onCheckedChange, className, ...rest }: CheckboxProps) {
  const isPart = checked === "indeterminate";
  return (
    <span
      className={cn(
        "group relative inline-grid size-4 shrink-0 place-items-center rounded-xs border border-input bg-background align-middle text-primary-fg has-checked:border-primary has-indeterminate:border-primary has-checked:bg-primary has-indeterminate:bg-primary has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 has-disabled:border-border has-disabled:bg-muted has-disabled:text-fg-3",
        className,
      )}
    >
      <input
        {...rest}
        ref={(field) => {
          if (field) field.indeterminate = isPart;
        }}
        type="checkbox"
        checked={checked === true}
        onChange={({ target }) => onCheckedChange?.(target.checked)}
        className="absolute -top-1.25 -left-1.25 m-0 size-6 appearance-none outline-none pointer-coarse:-top-3.75 pointer-coarse:-left-3.75 pointer-coarse:size-11"
      />
      <Minus
        aria-hidden
        size={12}
        strokeWidth={3}
        className="pointer-events-none hidden group-has-indeterminate:block"
      />
      <Check aria-hidden size={12} strokeWidth={3} className="pointer-events-none hidden group-has-checked:block" />
    </span>
  );
}
