"use client";

import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { notificationsQuery } from "@/lib/client/notifications";

const NotificationsPanel = loadedPart(async () => (await import("./notifications-panel")).NotificationsPanel);

/** The bell with the count of unread notifications; its panel is loaded when it is first wanted. */
export function NotificationsButton() {
  const t = useTranslations("nav.notifications");
  const [wanted, setWanted] = useState(false);
  const { data } = useQuery(notificationsQuery);
  const unread = data?.unread ?? 0;
  const label = unread > 0 ? t("openUnread", { count: unread }) : t("open");
  const trigger = (onClick?: () => void): ReactElement => (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      data-tooltip={t("open")}
      onClick={onClick}
      onPointerEnter={NotificationsPanel.preload}
      onFocus={NotificationsPanel.preload}
      className="relative grid size-7 place-items-center rounded-sm text-fg-3 hover:bg-muted hover:text-fg data-[state=open]:bg-muted pointer-coarse:size-11"
    >
      <BellIcon aria-hidden size={16} strokeWidth={1.75} />
      {unread > 0 && (
        <span
          aria-hidden
          className="tnum absolute -right-0.5 -top-0.5 grid h-4 min-w-4 place-items-center rounded-full bg-danger px-1 text-[11px] leading-none text-danger-fg"
        >
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </button>
  );
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      <NotificationsPanel fallback={trigger()} trigger={trigger()} />
    </LazyBoundary>
  );
}
