"use client";

import { useTranslations } from "next-intl";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { CHANNEL_KINDS, type ChannelKind } from "@/lib/config/channel-kinds";
import { KindMark } from "./kind-mark";

interface KindDrawerProps {
  onPick: (kind: ChannelKind) => void;
  onClose: () => void;
}

/** What people sign in with: the first choice of a new channel. */
export function KindDrawer({ onPick, onClose }: KindDrawerProps) {
  const t = useTranslations("login-channels");
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("add")} size="large">
        <p className="mb-4 text-fg-3 text-sm">{t("chooseKind")}</p>
        <ul className="grid gap-3 md:grid-cols-2">
          {CHANNEL_KINDS.map((kind) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => onPick(kind)}
                className="flex h-full w-full items-start gap-3 rounded-md border p-3 text-left hover:border-border-strong hover:bg-subtle"
              >
                <KindMark kind={kind} />
                <span className="min-w-0">
                  <span className="block font-medium text-sm">{t(`kinds.${kind}`)}</span>
                  <span className="block text-fg-3 text-xs">{t(`kindTexts.${kind}`)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </SheetContent>
    </Sheet>
  );
}
