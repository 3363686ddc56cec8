"use client";

import { ThumbsDown, ThumbsUp } from "lucide-react";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { findingHref, findingsHref } from "@/lib/features/knowledge-operations/findings-filter";
import type { UsageDto } from "@/lib/features/knowledge-operations/usage-dto";
import { Card, linkClass } from "./card";
import { CoverStrip } from "./cover-strip";

interface RatingsCardProps {
  data: UsageDto;
  /** Null: the center's. */
  baseId: string | null;
  days: "7" | "30" | "90";
}

/** What people thought of answers, and why not (spec H3). */
export function RatingsCard({ data: { now, reasons, remarks }, baseId, days }: RatingsCardProps) {
  const t = useTranslations("knowledge-operations-usage");
  const format = useFormatter();
  const { likes, dislikes } = now;
  const most = Math.max(1, ...reasons.map(({ count }) => count));
  const disliked = { cause: "dislike", days, state: "all" } as const;
  return (
    <Card
      title={t("ratings.title")}
      end={
        dislikes > 0 && (
          <Link href={findingsHref("wrong", baseId, disliked)} className={linkClass}>
            {t("ratings.see", { count: dislikes })}
          </Link>
        )
      }
    >
      {likes + dislikes === 0 ? (
        <p className="text-fg-3 text-sm">{t("ratings.none")}</p>
      ) : (
        <>
          <CoverStrip
            label={t("ratings.share", { likes, dislikes })}
            parts={[
              { key: "likes", value: likes, color: "var(--success)" },
              { key: "dislikes", value: dislikes, color: "var(--danger)" },
            ]}
          />
          <p aria-hidden className="tnum mt-1.5 flex justify-between text-fg-2 text-xs">
            <span className="flex items-center gap-1.5">
              <ThumbsUp size={13} /> {format.number(likes)}
            </span>
            <span className="flex items-center gap-1.5">
              {format.number(dislikes)} <ThumbsDown size={13} />
            </span>
          </p>
          <ul className="mt-2 space-y-1">
            {reasons.map(({ reason, count }) => (
              <li key={reason ?? ""} className="flex min-h-7 items-center gap-2.5 text-sm">
                <Link
                  href={findingsHref("wrong", baseId, { ...disliked, reason: reason ?? undefined })}
                  className="w-24 shrink-0 truncate rounded-xs hover:text-primary-ink hover:underline"
                >
                  {t(`reason.${reason ?? "none"}`)}
                </Link>
                <span aria-hidden className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-muted">
                  <span
                    className="block h-full rounded-full bg-chart-5"
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </span>
                <span className="tnum w-8 shrink-0 text-right">{format.number(count)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {remarks.length > 0 && (
        <ul className="mt-3 space-y-2 border-t pt-3">
          {remarks.map(({ findingId, text, reason }) => (
            <li key={findingId} className="text-sm">
              <Link
                href={findingHref("wrong", baseId, findingId)}
                className="line-clamp-2 rounded-xs text-fg-2 hover:text-primary-ink"
              >
                “{text}”
              </Link>
              <span className="block text-fg-3 text-xs">{t(`reason.${reason ?? "none"}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
