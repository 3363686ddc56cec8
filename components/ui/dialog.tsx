"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { cn } from "./cn";
import { IconButton } from "./icon-button";
import { useReturnFocus } from "./return-focus";

export const Dialog = Primitive.Root;

/** spec 3. */
export type DialogSize = "small" | "normal" | "large" | "near-full";

const WIDTHS: Record<DialogSize, string> = {
  small: "md:w-(--w-dialog-sm)",
  normal: "md:w-(--w-dialog)",
  large: "md:w-(--w-dialog-lg)",
  "near-full": "md:w-(--w-dialog-near-full) md:h-[calc(100dvh-64px)]",
};

const Level = createContext(0);

/** spec 9: the first dialog lies at 1000, each one above it 10 higher. */
export function dialogLayer(level: number): number {
  return 1000 + 10 * level;
}

interface DialogContentProps extends Omit<ComponentProps<typeof Primitive.Content>, "title"> {
  title: ReactNode;
  size?: DialogSize;
  footer?: ReactNode;
  /** Hides the cross while something is being submitted. */
  closable?: boolean;
}

/** The panel of a dialog: title, scrolling body, footer. Under 768 it fills the screen from below (design 12). */
export function DialogContent({
  title,
  size = "normal",
  footer,
  closable = true,
  className,
  children,
  onCloseAutoFocus,
  ...rest
}: DialogContentProps) {
  const t = useTranslations("common");
  const focus = useReturnFocus(onCloseAutoFocus);
  const level = useContext(Level);
  const zIndex = dialogLayer(level);
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fade fixed inset-0 bg-overlay" style={{ zIndex }} />
      <Primitive.Content
        aria-describedby={undefined}
        {...rest}
        onCloseAutoFocus={focus.onCloseAutoFocus}
        style={{ zIndex }}
        className={cn(
          "rise fixed flex flex-col bg-popover shadow-lg outline-none max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-xl max-md:border-t md:left-1/2 md:top-1/2 md:max-h-[calc(100dvh-64px)] md:max-w-[calc(100vw-32px)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-xl md:border",
          size === "near-full" && "max-md:h-[92dvh]",
          WIDTHS[size],
        )}
      >
        {focus.mark}
        <header className="flex shrink-0 items-start gap-3 px-5 pb-1 pt-4">
          <Primitive.Title className="min-w-0 flex-1 text-xl font-semibold">{title}</Primitive.Title>
          {closable && (
            <Primitive.Close asChild>
              <IconButton icon={X} label={t("action.close")} />
            </Primitive.Close>
          )}
        </header>
        <div className={cn("min-h-0 flex-1 overflow-y-auto px-5 pb-4", className)}>
          <Level.Provider value={level + 1}>{children}</Level.Provider>
        </div>
        {footer && (
          <footer className="flex shrink-0 justify-end gap-2 border-t px-5 py-3 max-md:pb-[calc(12px+env(safe-area-inset-bottom))]">
            {footer}
          </footer>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  );
}
