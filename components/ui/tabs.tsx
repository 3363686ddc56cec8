"use client";

import { Tabs as Primitive } from "radix-ui";
import type { ComponentProps } from "react";
import { cn } from "./cn";

export const Tabs = Primitive.Root;
export const TabsContent = Primitive.Content;

export function TabsList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List {...rest} className={cn("flex items-center gap-5 overflow-x-auto border-b", className)} />;
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      {...rest}
      // What is pressed with the pointer needs no frame that says where the keyboard is.
      onPointerDownCapture={({ currentTarget }) => currentTarget.setAttribute("data-pressed", "")}
      onKeyDownCapture={({ currentTarget }) => currentTarget.removeAttribute("data-pressed")}
      onBlurCapture={({ currentTarget }) => currentTarget.removeAttribute("data-pressed")}
      className={cn(
        "data-pressed:outline-none relative -mb-px flex h-11 items-center gap-1.5 whitespace-nowrap border-b-2 border-transparent text-sm text-fg-2 -outline-offset-2 hover:text-fg data-[state=active]:border-fg data-[state=active]:font-semibold data-[state=active]:text-fg",
        className,
      )}
    />
  );
}
