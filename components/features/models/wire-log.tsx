"use client";

import { useTranslations } from "next-intl";
import { TextBlock } from "@/components/common/text-block";
import type { Exchange } from "@/lib/models/types";

/** What went to the supplier and what came back: no headers, no keys, bytes by their beginning. */
export function WireLog({ exchanges }: { exchanges: readonly Exchange[] }) {
  const t = useTranslations("models.try");
  return (
    <section aria-label={t("wire")} className="space-y-2">
      <h3 className="font-semibold text-base">{t("wire")}</h3>
      <p className="text-fg-3 text-xs">{t("wireHint")}</p>
      {exchanges.map(({ method, url, request, status, answer, isCut }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tries in their order
        <div key={index} className="space-y-2">
          <p className="break-all font-mono text-fg-2 text-xs">
            {method} {url} → {status ?? t("noAnswer")}
          </p>
          {request && <TextBlock label={t("request")} text={pretty(request)} isFolded />}
          <TextBlock label={isCut ? t("answerCut") : t("answer")} text={pretty(answer)} isFolded />
        </div>
      ))}
    </section>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
