"use client";

import { CircleAlert, ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { GroundednessData } from "@/lib/stream/parts";

/** How much of an answer its passages bear out (spec C3, D6). */
export function SupportLine({ support }: { support: GroundednessData }) {
  const t = useTranslations("chat.sources");
  const { cited, supported, judgedBy, uncited = [] } = support;
  if (cited + uncited.length === 0) return null;
  const isWhole = supported >= cited && uncited.length === 0;
  const Icon = isWhole ? ShieldCheck : CircleAlert;
  return (
    <p className="mb-2 flex items-start gap-1.5 text-xs leading-5 text-fg-3">
      <Icon
        aria-hidden
        size={14}
        className={isWhole ? "mt-[3px] shrink-0 text-success-ink" : "mt-[3px] shrink-0 text-warning-ink"}
      />
      <span>{t("support", { cited, supported, judgedBy, uncited: uncited.length })}</span>
    </p>
  );
}
