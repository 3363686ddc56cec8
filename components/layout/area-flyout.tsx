"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "radix-ui";
import { useReturnFocus } from "@/components/ui/return-focus";
import { AreaTarget } from "./sidebar-area";

/** The lower half of the collapsed sidebar, beside it. */
export function AreaFlyout({ onClose }: { onClose: () => void }) {
  const t = useTranslations("nav");
  const focus = useReturnFocus();
  return (
    <Dialog.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focus.onCloseAutoFocus}
          className="pop fixed left-14 top-15 z-(--z-sidebar) max-h-[calc(100dvh-120px)] w-60 overflow-y-auto rounded-lg border bg-canvas px-2 pb-2 shadow-lg outline-none"
        >
          {focus.mark}
          <Dialog.Title className="sr-only">{t("mainNavigation")}</Dialog.Title>
          <AreaTarget />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
