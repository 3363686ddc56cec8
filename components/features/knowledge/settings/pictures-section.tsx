"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { useMoney } from "@/components/common/use-money";
import { Button } from "@/components/ui/button";
import { toast } from "@/lib/client/toast";
import type { PicturesDto } from "@/lib/features/knowledge/retrieval-dto";
import { picturesQuery, usePictureActions } from "@/lib/features/knowledge/retrieval-hooks";
import { decimalsOfSums } from "@/lib/i18n/amounts";
import { ModelChoice, ToldCost } from "./model-choice";

const DEFAULT = "default";
/** Why pictures have no description and get none. */
const LEFT_OUT = ["small", "repeated", "pages", "silent", "refused", "over"] as const;

/** Which model describes the pictures of a multimodal base, what became of them, and what the rest would cost (spec F11). */
export function PicturesSection({ baseId }: { baseId: string }) {
  const t = useTranslations("knowledge-settings.pictures");
  const format = useFormatter();
  const [wanted, setWanted] = useState<string | null>(null);
  const { data } = useQuery(picturesQuery(baseId, wanted));
  const { choose, describe } = usePictureActions(baseId);
  if (!data) return null;
  const { modelId, models, defaultName, counts, estimate } = data;
  const current = modelId ?? DEFAULT;
  const reasons = LEFT_OUT.flatMap((why) => (counts[why] > 0 ? t(`left.${why}`, { count: counts[why] }) : []));
  const left = [
    ...(reasons.length > 0 ? [t("leftOut", { list: format.list(reasons, { type: "unit" }) })] : []),
    ...(counts.waiting > 0 ? [t("waiting", { count: counts.waiting })] : []),
  ];
  const options = [
    { value: DEFAULT, label: defaultName ? t("default", { name: defaultName }) : t("noDefault") },
    ...models.map((model) => ({ value: model.id, label: model.name })),
  ];
  if (modelId && !models.some((model) => model.id === modelId)) options.push({ value: modelId, label: t("foreign") });
  const isBusy = choose.isPending || describe.isPending;
  const save = () =>
    choose.mutate(wanted === DEFAULT ? null : wanted, {
      onSuccess: () => setWanted(null),
    });
  const describeAll = () => describe.mutate(undefined, { onSuccess: () => toast.success(t("begun")) });
  return (
    <ModelChoice
      texts={{ title: t("title"), model: t("model"), hint: t("hint") }}
      options={options}
      current={current}
      wanted={wanted}
      onWant={setWanted}
      isDisabled={isBusy}
      error={choose.error ?? describe.error}
    >
      <p className="tnum text-fg-3 text-xs">{[t("counts", counts), ...left].join(" · ")}</p>
      {counts.unseen > 0 && <p className="tnum text-fg-3 text-xs">{t("unseen", { count: counts.unseen })}</p>}
      <ToldCost
        estimate={<Estimate estimate={estimate} />}
        taking={
          wanted
            ? {
                label: t("choose"),
                keep: t("keep"),
                isDisabled: false,
                isBusy,
                onTake: save,
                onKeep: () => setWanted(null),
              }
            : null
        }
      >
        {estimate && estimate.files > 0 && (
          <Button disabled={isBusy} onClick={describeAll}>
            {t("describe", { files: estimate.files })}
          </Button>
        )}
      </ToldCost>
    </ModelChoice>
  );
}

function Estimate({ estimate }: { estimate: PicturesDto["estimate"] }) {
  const t = useTranslations("knowledge-settings.pictures");
  const write = useMoney();
  if (!estimate) return <p className="text-sm">{t("none")}</p>;
  const { model, files, pictures, tokens, cost, costOfHundred } = estimate;
  const money = ({ micros, currency }: NonNullable<typeof cost>) => write(micros, currency, decimalsOfSums([micros]));
  return (
    <div role="status" className="tnum space-y-1 text-sm">
      <p>{files === 0 ? t("done", { model }) : t("estimate", { model, files, pictures, tokens })}</p>
      {cost && pictures > 0 && <p className="text-fg-3 text-xs">{t("cost", { amount: money(cost) })}</p>}
      <p className="text-fg-3 text-xs">
        {costOfHundred ? t("hundred", { amount: money(costOfHundred) }) : t("noPrice")}
      </p>
    </div>
  );
}
