import type { ComponentProps } from "react";
import { cn } from "./cn";

interface LabelProps extends ComponentProps<"label"> {
  required?: boolean;
}

/** A label above its control; give it `htmlFor`. */
export function Label({ required, className, children, ...rest }: LabelProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the caller ties it with htmlFor
    <label {...rest} className={cn("mb-1.5 flex items-center gap-1 text-sm text-fg-2", className)}>
      {children}
      {required && (
        <span aria-hidden className="text-danger-ink">
          *
        </span>
      )}
    </label>
  );
}
