"use client";

import { Popover as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Popover = Primitive.Root;
export const PopoverTrigger = Primitive.Trigger;
export const PopoverAnchor = Primitive.Anchor;

export function PopoverContent({ className, sideOffset = 6, ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        {...rest}
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn("pop z-(--z-popover) rounded-md border bg-popover text-sm shadow-lg outline-none", className)}
      />
    </Primitive.Portal>
  );
}
