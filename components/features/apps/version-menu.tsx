"use client";

import { ChevronDown, Pin, PinOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { LazyMenu } from "@/components/common/lazy-menu";
import { cn } from "@/components/ui/cn";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { useAppActions } from "@/lib/features/apps/hooks";

/** The version of an app its user has, and whether they stay with it when a newer one is published (spec K4). */
export function VersionMenu({ app }: { app: Pick<OpenAppDto, "id" | "version" | "pinnedVersion"> }) {
  const t = useTranslations("apps-chat.version");
  const router = useRouter();
  const { mark } = useAppActions();
  const { id, version: newest, pinnedVersion } = app;
  if (newest === null) return null;
  const used = pinnedVersion ?? newest;
  const isBehind = used !== newest;
  const stay = (version: number | null) =>
    void mark.mutateAsync({ id, version }).then(() => {
      toast.success(version === null ? t("following", { version: newest }) : t("staying", { version }));
      router.refresh();
    }, reportFailure);
  return (
    <LazyMenu
      commands={[
        pinnedVersion === null
          ? { key: "stay", label: t("stay", { version: used }), icon: Pin, onSelect: () => stay(used) }
          : { key: "follow", label: t("follow", { version: newest }), icon: PinOff, onSelect: () => stay(null) },
      ]}
      button={(handlers) => (
        <button
          type="button"
          {...handlers}
          aria-label={t(isBehind ? "labelBehind" : pinnedVersion === null ? "label" : "labelPinned", {
            version: used,
            newest,
          })}
          className={cn(
            "tnum inline-flex h-6 items-center gap-1 rounded-sm px-1.5 text-xs pointer-coarse:h-11",
            isBehind ? "bg-warning-soft text-warning-ink" : "text-fg-3 hover:bg-muted max-md:hidden",
          )}
        >
          {pinnedVersion !== null && <Pin aria-hidden size={12} strokeWidth={1.75} />}
          {isBehind ? t("behind", { version: used, newest }) : t("short", { version: used })}
          <ChevronDown aria-hidden size={12} strokeWidth={1.75} />
        </button>
      )}
    />
  );
}
