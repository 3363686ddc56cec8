"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { useMoney } from "@/components/common/use-money";
import { ExtractBody } from "@/components/features/search/extract-body";
import { Spinner } from "@/components/ui/spinner";
import type { NodeResultDto } from "@/lib/features/search/trial-schema";

interface TrialResultProps {
  title: string;
  result: NodeResultDto | null;
  /** Said where there is none. */
  none: string;
  isRunning?: boolean;
}

/** What a node made, and by which model, with how many tokens, in what time and for how much (spec C5). */
export function TrialResult({ title, result, none, isRunning = false }: TrialResultProps) {
  const t = useTranslations("search-params.trial");
  const id = useId();
  return (
    <section aria-labelledby={id} aria-live="polite" className="flex min-w-0 flex-col rounded-md border">
      <h4 id={id} className="border-b px-3 py-2 font-medium text-fg-2 text-xs">
        {title}
      </h4>
      <div className="max-h-96 min-h-20 flex-1 overflow-auto px-3 py-3 text-sm">
        {isRunning ? (
          <p className="flex items-center gap-2 text-fg-3">
            <Spinner size={14} />
            {t("running")}
          </p>
        ) : result ? (
          <Made {...result} />
        ) : (
          <p className="text-fg-3">{none}</p>
        )}
      </div>
      {result && !isRunning && <Figures {...result} />}
    </section>
  );
}

function Made({ extract, texts }: NodeResultDto) {
  const t = useTranslations("search-params.trial");
  if (extract) return <ExtractBody extract={extract} />;
  if (texts.length === 0) return <p className="text-fg-3">{t("noTexts")}</p>;
  return (
    <ul className="list-disc space-y-1 pl-4 marker:text-fg-3">
      {texts.map((text) => (
        <li key={text} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  );
}

function Figures({ by, ms, cost }: NodeResultDto) {
  const t = useTranslations("search-params.trial");
  const format = useFormatter();
  const money = useMoney();
  if (!by) return null;
  const seconds = ms === null ? null : format.number(ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const figures = [
    by.model,
    by.prompt !== null && t("version", { version: by.prompt }),
    t("tokens", { input: by.inputTokens, output: by.outputTokens }),
    seconds && t("seconds", { seconds }),
    cost ? money(cost.micros, cost.currency) : ms !== null && t("unpriced"),
  ];
  return <p className="tnum border-t px-3 py-2 text-fg-3 text-xs">{figures.filter(Boolean).join(" · ")}</p>;
}
