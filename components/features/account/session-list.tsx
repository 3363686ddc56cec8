"use client";

import { Laptop, MonitorSmartphone, Smartphone, Tablet } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import type { SessionDto } from "@/lib/features/account/dto";

const ICONS = { desktop: Laptop, phone: Smartphone, tablet: Tablet, other: MonitorSmartphone } as const;
/** Used within this time is in use, milliseconds; the server notes it once a minute. */
const NOW_MS = 2 * 60_000;

interface SessionListProps {
  items: readonly SessionDto[];
  /** Without it nothing can be ended here. */
  onEnd?: (session: SessionDto) => void;
  ending: string | undefined;
}

/** Where somebody is signed in: device in words, address, way in, since when and last used. */
export function SessionList({ items, onEnd, ending }: SessionListProps) {
  const t = useTranslations("account.sessions");
  const format = useFormatter();
  const moments = useMoments();
  if (items.length === 0) return <p className="py-6 text-center text-fg-3 text-sm">{t("empty")}</p>;
  const now = Date.now();
  const used = (at: string) =>
    now - Date.parse(at) < NOW_MS ? t("now") : t("used", { time: format.relativeTime(new Date(at), new Date(now)) });
  const since = (at: string) => t("since", { time: moments.minute(at) });
  const method = (name: string) =>
    t.has(`method.${name}` as "method.jwt") ? t(`method.${name}` as "method.jwt") : name;

  return (
    <ul className="divide-y rounded-md border">
      {items.map((session) => {
        const Icon = ICONS[session.kind];
        const device = [session.browser, session.system].filter(Boolean).join(" · ") || t("unknownDevice");
        return (
          <li key={session.id} className="flex items-start gap-3 px-3.5 py-3">
            <Icon aria-hidden size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-fg-3" />
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="font-medium text-base" title={session.device}>
                  {device}
                </span>
                {session.current && <Badge tone="success">{t("current")}</Badge>}
              </div>
              <div className="mt-0.5 text-fg-2 text-xs">
                {t("meta", { address: session.address || "–", method: method(session.method) })}
              </div>
              <div className="text-fg-3 text-xs">
                {since(session.createdAt)} · {used(session.lastUsedAt)}
              </div>
            </div>
            {onEnd && !session.current && (
              <Button
                size="sm"
                aria-label={t("endLabel", { device })}
                loading={ending === session.id}
                onClick={() => onEnd(session)}
              >
                {t("end")}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
