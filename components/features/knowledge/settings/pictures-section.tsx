"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { toast } from "@/lib/client/toast";
import { MICROS } from "@/lib/config/money";
import type { PicturesDto } from "@/lib/features/knowledge/retrieval-dto";
import { picturesQuery, usePictureActions } from "@/lib/features/knowledge/retrieval-hooks";

const DEFAULT = "default";
/** Why pictures have no description and get none. */
const LEFT_OUT = ["small", "repeated", "pages", "silent", "refused", "over"] as const;

/** Which model describes the pictures of a multimodal base, what became of them, and what the rest would cost (spec F11). */
export function PicturesSection({ baseId }: { baseId: string }) {
  const t = useTranslations("knowledge-settings.pictures");
  const format = useFormatter();
  const id = useId();
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
    <section aria-labelledby={`${id}-title`} className="space-y-3 border-t pt-5">
      <h2 id={`${id}-title`} className="font-semibold text-sm">
        {t("title")}
      </h2>
      <Field id={id} label={t("model")} hint={t("hint")}>
        <Select
          id={id}
          aria-describedby={`${id}-message`}
          value={wanted ?? current}
          options={options}
          disabled={isBusy}
          onValueChange={(value) => setWanted(value === current ? null : value)}
          className="w-full"
        />
      </Field>
      <p className="tnum text-fg-3 text-xs">{[t("counts", counts), ...left].join(" · ")}</p>
      {counts.unseen > 0 && <p className="tnum text-fg-3 text-xs">{t("unseen", { count: counts.unseen })}</p>}
      <div className="space-y-2 rounded-md border bg-subtle px-3 py-2.5">
        <Estimate estimate={estimate} />
        <div className="flex gap-2 empty:hidden">
          {wanted && (
            <>
              <Button disabled={isBusy} onClick={save}>
                {t("choose")}
              </Button>
              <Button variant="ghost" disabled={isBusy} onClick={() => setWanted(null)}>
                {t("keep")}
              </Button>
            </>
          )}
          {!wanted && estimate && estimate.files > 0 && (
            <Button disabled={isBusy} onClick={describeAll}>
              {t("describe", { files: estimate.files })}
            </Button>
          )}
        </div>
      </div>
      <FormFailure error={choose.error ?? describe.error} />
    </section>
  );
}

function Estimate({ estimate }: { estimate: PicturesDto["estimate"] }) {
  const t = useTranslations("knowledge-settings.pictures");
  const format = useFormatter();
  if (!estimate) return <p className="text-sm">{t("none")}</p>;
  const { model, files, pictures, tokens, cost, costOfHundred } = estimate;
  const money = ({ micros, currency }: NonNullable<typeof cost>) =>
    format.number(micros / MICROS, { style: "currency", currency, maximumFractionDigits: 4 });
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
