"use client";

import { Check, ChevronDown } from "lucide-react";
import { Select as Primitive } from "radix-ui";
import { cn } from "./cn";

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps {
  value: string | undefined;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  placeholder?: string;
  /** A filter shows its name inside the control; a field has a label of its own above. */
  prefix?: string;
  "aria-label"?: string;
  "aria-describedby"?: string;
  id?: string;
  name?: string;
  size?: "sm" | "md";
  invalid?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
  className?: string;
}

export function Select({
  value,
  onValueChange,
  options,
  placeholder,
  prefix,
  size = "md",
  invalid,
  disabled,
  className,
  name,
  ...trigger
}: SelectProps) {
  return (
    <Primitive.Root value={value ?? ""} onValueChange={onValueChange} disabled={disabled} name={name}>
      <Primitive.Trigger
        {...trigger}
        aria-label={trigger["aria-label"] ?? prefix}
        aria-invalid={invalid || undefined}
        className={cn(
          "inline-flex items-center gap-2 whitespace-nowrap rounded-sm border bg-background px-2.5 text-left text-sm hover:bg-subtle disabled:pointer-events-none disabled:border-border disabled:bg-muted disabled:text-fg-3 pointer-coarse:h-11",
          size === "sm" ? "h-7" : "h-8",
          invalid ? "border-danger" : prefix ? "border-border-strong shadow-xs" : "border-input",
          className,
        )}
      >
        {prefix && <span className="text-fg-3">{prefix}</span>}
        <span className="min-w-0 flex-1 truncate data-empty:text-fg-3" data-empty={value ? undefined : ""}>
          <Primitive.Value placeholder={placeholder} />
        </span>
        <Primitive.Icon>
          <ChevronDown aria-hidden size={14} className="shrink-0 text-fg-3" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className="pop z-(--z-popover) max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-90 overflow-hidden rounded-md border bg-popover p-1 shadow-lg"
        >
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex min-h-8 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-sm text-fg outline-none data-disabled:text-fg-4 data-highlighted:bg-muted pointer-coarse:min-h-11"
              >
                <Primitive.ItemText>{option.label}</Primitive.ItemText>
                <Primitive.ItemIndicator className="ml-auto">
                  <Check aria-hidden size={14} className="text-primary-ink" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
