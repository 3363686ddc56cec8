"use client";

import { useTranslations } from "next-intl";
import type { ProbeDto } from "@/lib/features/gateway/dto";
import { useReason } from "./use-reason";

/** Why a supplier did not answer as wanted: our sentence, then its own words. */
export function ProbeFailure({ probe: { error, detail } }: { probe: ProbeDto }) {
  const t = useTranslations("gateway");
  const reason = useReason();
  return (
    <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
      {reason(error).full}
      {detail && <span className="mt-1 block break-words text-xs">{t("detail", { text: detail })}</span>}
    </p>
  );
}
