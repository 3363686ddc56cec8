"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { useReturnFocus } from "@/components/ui/return-focus";
import type { ShellData } from "./navigation";
import { type ShellKind, SidebarContent } from "./sidebar";

interface MobileDrawerProps {
  kind: ShellKind;
  data: ShellData;
  onToggleMenu: () => void;
  onClose: () => void;
}

/** The whole menu from the left, for screens without room for it. */
export function MobileDrawer({ kind, data, onToggleMenu, onClose }: MobileDrawerProps) {
  const t = useTranslations("nav");
  const focus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fade fixed inset-0 z-(--z-drawer) bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className="slide-left fixed inset-y-0 left-0 z-(--z-drawer) flex w-70 max-w-[calc(100vw-48px)] flex-col border-r bg-canvas px-3 pb-[env(safe-area-inset-bottom)] shadow-lg outline-none"
        >
          {focus.mark}
          <Dialog.Title className="sr-only">
            {kind === "main" ? t("mainNavigation") : t("consoleNavigation")}
          </Dialog.Title>
          <SidebarContent kind={kind} data={data} onToggleMenu={onToggleMenu} inDrawer />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
