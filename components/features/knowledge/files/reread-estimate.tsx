"use client";

import { useFormatter, useTranslations } from "next-intl";
import { FactList } from "@/components/common/fact-list";
import { useMoney } from "@/components/common/use-money";
import type { RereadingEstimateDto } from "@/lib/features/knowledge/reading-dto";
import { decimalsOfSums } from "@/lib/i18n/amounts";

/** What reading files anew would come to, before anything is bought (spec F10). */
export function RereadEstimate({ estimate }: { estimate: RereadingEstimateDto }) {
  const t = useTranslations("knowledge-files.reread");
  const format = useFormatter();
  const money = useMoney();
  const { model, files, skipped, pages, unread, inputTokens, outputTokens, cost } = estimate;
  if (files === 0) return <p className="text-fg-2 text-sm">{t("none")}</p>;
  const rows = [
    [t("files"), format.number(files)],
    [t("pages"), format.number(pages)],
    [t("model"), model],
    [t("tokens"), t("tokensAbout", { input: inputTokens, output: outputTokens })],
    [
      t("cost"),
      cost ? t("costAbout", { cost: money(cost.micros, cost.currency, decimalsOfSums([cost.micros])) }) : t("noPrice"),
    ],
  ] as const;
  return (
    <div className="space-y-3 text-sm">
      <p className="text-fg-2">{t("about")}</p>
      <FactList facts={rows} />
      {skipped > 0 && <p className="text-fg-3 text-xs">{t("skipped", { count: skipped })}</p>}
      {unread > 0 && <p className="text-fg-3 text-xs">{t("unread", { count: unread })}</p>}
    </div>
  );
}
