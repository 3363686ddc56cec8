"use client";

import { RadioGroup as Primitive } from "radix-ui";
import { type ComponentProps, useId } from "react";
import { cn } from "./cn";

export function RadioGroup({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root {...rest} className={cn("flex flex-wrap gap-x-5 gap-y-2", className)} />;
}

interface RadioGroupItemProps extends ComponentProps<typeof Primitive.Item> {
  label: string;
}

export function RadioGroupItem({ label, className, ...rest }: RadioGroupItemProps) {
  const id = useId();
  return (
    <span className={cn("inline-flex min-h-6 items-center gap-2 text-sm", className)}>
      <Primitive.Item
        {...rest}
        id={id}
        className="inline-grid size-4 shrink-0 place-items-center rounded-full border border-input bg-background disabled:border-border disabled:bg-muted data-[state=checked]:border-primary"
      >
        <Primitive.Indicator className="size-2 rounded-full bg-primary" />
      </Primitive.Item>
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
