import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { Label } from "./label";

interface FieldProps {
  /** Id of the control; its message gets the id `<id>-message`. */
  id: string;
  label: ReactNode;
  required?: boolean;
  hint?: ReactNode;
  error?: string;
  children: ReactNode;
  className?: string;
}

/** What `aria-describedby` of a control in a `Field` must be; undefined when nothing is said under it. */
export function fieldMessageId(id: string, ...said: (ReactNode | undefined)[]): string | undefined {
  return said.some(Boolean) ? `${id}-message` : undefined;
}

/** Label above, control, message below (design 7.2). */
export function Field({ id, label, required, hint, error, children, className }: FieldProps) {
  return (
    <div className={cn("min-w-0", className)}>
      <Label htmlFor={id} required={required}>
        {label}
      </Label>
      {children}
      {error ? (
        <p id={`${id}-message`} className="mt-1 flex items-start gap-1 text-xs text-danger-ink">
          <X aria-hidden size={12} strokeWidth={2.5} className="mt-[3px] shrink-0" />
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-message`} className="mt-1 text-xs text-fg-3">
            {hint}
          </p>
        )
      )}
    </div>
  );
}
