"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { useReturnFocus } from "./return-focus";

export const Sheet = Primitive.Root;
export const SheetClose = Primitive.Close;

interface SheetContentProps extends Omit<ComponentProps<typeof Primitive.Content>, "title"> {
  title: ReactNode;
  meta?: ReactNode;
  size?: "normal" | "large";
  footer?: ReactNode;
}

/** A drawer from the right to create or edit one record while the list stays in view (design 7.3; layer 900). */
export function SheetContent({
  title,
  meta,
  size = "normal",
  footer,
  className,
  children,
  onCloseAutoFocus,
  ...rest
}: SheetContentProps) {
  const t = useTranslations("common");
  const focus = useReturnFocus(onCloseAutoFocus);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fade fixed inset-0 z-(--z-drawer) bg-overlay" />
      <Primitive.Content
        aria-describedby={undefined}
        {...rest}
        onCloseAutoFocus={focus.onCloseAutoFocus}
        className={cn(
          "slide fixed inset-y-0 right-0 z-(--z-drawer) flex w-full flex-col border-l bg-popover shadow-lg outline-none md:inset-y-2 md:right-2 md:rounded-lg md:border",
          size === "large" ? "md:w-(--w-drawer-lg)" : "md:w-(--w-drawer)",
        )}
      >
        {focus.mark}
        <header className="flex h-(--h-topbar) shrink-0 items-center gap-3 border-b px-5">
          <Primitive.Title className="min-w-0 truncate text-lg font-semibold">{title}</Primitive.Title>
          {meta && <span className="min-w-0 truncate text-xs text-fg-3">{meta}</span>}
          <Primitive.Close asChild>
            <IconButton icon={X} label={t("action.close")} className="ml-auto" />
          </Primitive.Close>
        </header>
        <div className={cn("min-h-0 flex-1 overflow-y-auto p-5", className)}>{children}</div>
        {footer && (
          <footer className="flex shrink-0 justify-end gap-2 border-t px-5 py-3 max-md:pb-[calc(12px+env(safe-area-inset-bottom))]">
            {footer}
          </footer>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
