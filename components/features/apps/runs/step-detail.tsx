"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { StepDto } from "@/lib/features/apps/runs-dto";
import { JsonBlock } from "./json-block";

interface StepDetailProps {
  step: StepDto;
  isHidden: boolean;
  actions: ReactNode;
}

/** What a step was given and gave. */
export function StepDetail({ step, isHidden, actions }: StepDetailProps) {
  const t = useTranslations("apps-runs.step");
  const { input, output, tokens } = step;
  return (
    <div className="mt-1 mb-2 rounded-md border bg-background p-3">
      {isHidden ? (
        <p className="text-fg-3 text-sm">{t("hidden")}</p>
      ) : (
        <div className="grid gap-x-3 gap-y-1 @[30rem]/thread:grid-cols-2">
          {/* What a node is given is its makers' to see. */}
          {input !== null && (
            <JsonBlock label={t("input")} note={tokens && t("tokens", { count: tokens.input })} value={input} />
          )}
          <JsonBlock label={t("output")} note={tokens && t("tokens", { count: tokens.output })} value={output} />
        </div>
      )}
      {actions && <div className="mt-3 flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
