"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useErrorText } from "@/components/common/use-error-text";
import { useMoney } from "@/components/common/use-money";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import type { BaseModelsDto } from "@/lib/features/knowledge/dto";
import type { EmbeddingDto } from "@/lib/features/knowledge/retrieval-dto";
import { embeddingQuery, useEmbeddingActions } from "@/lib/features/knowledge/retrieval-hooks";
import { decimalsOfSums } from "@/lib/i18n/amounts";
import { ModelChoice, ToldCost } from "./model-choice";

interface EmbeddingSectionProps {
  baseId: string;
  models: BaseModelsDto;
}

/** Which model makes the vectors of a base. Another one is told what it costs first, bought aside, and switched to at its end. */
export function EmbeddingSection({ baseId, models }: EmbeddingSectionProps) {
  const t = useTranslations("knowledge-settings.embedding");
  const [wanted, setWanted] = useState<string | null>(null);
  const { data } = useQuery(embeddingQuery(baseId, wanted));
  const { change, drop } = useEmbeddingActions(baseId);
  if (!data) return null;
  const nameOf = (modelId: string) => models.items.find((model) => model.id === modelId)?.name ?? t("foreign");
  const isChanging = data.nextModelId !== null;
  const current = data.modelId ?? "default";
  const options = models.items.map(({ id: value, name: label }) => ({ value, label }));
  const isListed = options.some(({ value }) => value === current);
  const own = { value: current, label: data.modelId ? nameOf(data.modelId) : t("default") };
  return (
    <ModelChoice
      texts={{ title: t("title"), model: t("model"), hint: t("hint") }}
      options={isListed ? options : [own, ...options]}
      current={current}
      wanted={wanted}
      onWant={setWanted}
      isDisabled={isChanging || change.isPending}
      error={change.error ?? drop.error}
    >
      {isChanging && (
        <Change data={data} name={nameOf(data.nextModelId!)}>
          <div className="flex gap-2">
            {data.change?.status === "failed" && (
              <Button disabled={change.isPending} onClick={() => change.mutate(data.nextModelId!)}>
                {t("goOn")}
              </Button>
            )}
            <Button disabled={drop.isPending} onClick={() => drop.mutate()}>
              {t("drop")}
            </Button>
          </div>
        </Change>
      )}
      {!isChanging && wanted && (
        <ToldCost
          estimate={<Estimate data={data} />}
          taking={{
            label: t("change"),
            keep: t("keep"),
            isDisabled: !data.estimate,
            isBusy: change.isPending,
            onTake: () => change.mutate(wanted, { onSuccess: () => setWanted(null) }),
            onKeep: () => setWanted(null),
          }}
        />
      )}
    </ModelChoice>
  );
}

function Estimate({ data: { estimate } }: { data: EmbeddingDto }) {
  const t = useTranslations("knowledge-settings.embedding");
  const money = useMoney();
  if (!estimate) return <p className="text-fg-3 text-xs">{t("estimating")}</p>;
  const { slices, texts, tokens, cost } = estimate;
  const amount = cost && money(cost.micros, cost.currency, decimalsOfSums([cost.micros]));
  return (
    <div role="status" className="tnum space-y-1 text-sm">
      <p>{texts === 0 ? t("free", { slices }) : t("estimate", { slices, texts, tokens })}</p>
      {texts > 0 && <p className="text-fg-3 text-xs">{amount ? t("cost", { amount }) : t("noPrice")}</p>}
      <p className="text-fg-3 text-xs">{t("meanwhile")}</p>
    </div>
  );
}

function Change({ data, name, children }: { data: EmbeddingDto; name: string; children: ReactNode }) {
  const t = useTranslations("knowledge-settings.embedding");
  const errorText = useErrorText();
  const { change } = data;
  const { done = 0, total = 0 } = change ?? {};
  return (
    <div className="space-y-2 rounded-md border px-3 py-2.5">
      <p className="text-sm">{t("changing", { name })}</p>
      {change?.status === "failed" ? (
        <p role="alert" className="text-danger-ink text-xs">
          {t("failed", { reason: errorText(change.error) })}
        </p>
      ) : (
        <>
          <Meter value={total > 0 ? (100 * done) / total : 0} label={t("progress")} />
          <p className="tnum text-fg-3 text-xs">{t("done", { done, total })}</p>
        </>
      )}
      {children}
    </div>
  );
}
