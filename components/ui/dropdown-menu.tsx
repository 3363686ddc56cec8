"use client";

import { Check, ChevronRight, type LucideIcon } from "lucide-react";
import { DropdownMenu as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

export const DropdownMenu = Primitive.Root;
export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuSub = Primitive.Sub;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;

const SURFACE = "pop z-(--z-popover) min-w-44 rounded-md border bg-popover p-1 shadow-lg outline-none";
const ITEM =
  "flex min-h-8 cursor-default select-none items-center gap-2.5 rounded-sm px-2 py-1 text-sm text-fg outline-none data-disabled:pointer-events-none data-disabled:text-fg-4 data-highlighted:bg-muted data-[state=open]:bg-muted pointer-coarse:min-h-11";

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content sideOffset={6} collisionPadding={8} {...rest} className={cn(SURFACE, className)} />
    </Primitive.Portal>
  );
}

interface ItemProps extends ComponentProps<typeof Primitive.Item> {
  icon?: LucideIcon;
  danger?: boolean;
  /** Stands at the end: a shortcut, a current value. */
  trailing?: ReactNode;
}

export function DropdownMenuItem({ icon: Icon, danger, trailing, className, children, ...rest }: ItemProps) {
  const content = rest.asChild ? (
    children
  ) : (
    <>
      {Icon && (
        <Icon aria-hidden size={15} strokeWidth={1.75} className={danger ? "text-danger-ink" : "shrink-0 text-fg-3"} />
      )}
      <span className="min-w-0 flex-1">{children}</span>
      {trailing && <span className="ml-4 text-xs text-fg-3">{trailing}</span>}
    </>
  );
  return (
    <Primitive.Item {...rest} className={cn(ITEM, danger && "text-danger-ink", className)}>
      {content}
    </Primitive.Item>
  );
}

export function DropdownMenuRadioItem({ children, ...rest }: ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem {...rest} className={ITEM}>
      <span className="min-w-0 flex-1">{children}</span>
      <Primitive.ItemIndicator>
        <Check aria-hidden size={14} className="text-primary-ink" />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  );
}

interface SubTriggerProps extends ComponentProps<typeof Primitive.SubTrigger> {
  icon?: LucideIcon;
  trailing?: ReactNode;
}

export function DropdownMenuSubTrigger({ icon: Icon, trailing, children, ...rest }: SubTriggerProps) {
  return (
    <Primitive.SubTrigger {...rest} className={ITEM}>
      {Icon && <Icon aria-hidden size={15} strokeWidth={1.75} className="shrink-0 text-fg-3" />}
      <span className="min-w-0 flex-1">{children}</span>
      {trailing && <span className="ml-4 text-xs text-fg-3">{trailing}</span>}
      <ChevronRight aria-hidden size={14} className="text-fg-3" />
    </Primitive.SubTrigger>
  );
}

export function DropdownMenuSubContent({ className, ...rest }: ComponentProps<typeof Primitive.SubContent>) {
  return (
    <Primitive.Portal>
      <Primitive.SubContent sideOffset={6} collisionPadding={8} {...rest} className={cn(SURFACE, className)} />
    </Primitive.Portal>
  );
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof Primitive.Label>) {
  return <Primitive.Label {...rest} className={cn("px-2 py-1.5 text-xs text-fg-3", className)} />;
}

export function DropdownMenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-border" />;
}
