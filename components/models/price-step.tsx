"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { PricedChannelDto } from "@/lib/features/gateway/dto";
import { pricesQuery, usePriceActions } from "@/lib/features/gateway/money-hooks";
import { amountsOf, CHARGES_OF, pricesForm, rowOf } from "@/lib/features/gateway/price-schema";
import { PriceFields } from "./price-fields";

interface PriceStepProps {
  supplierName: string;
  onClose: () => void;
}

/** Asks for the prices of models that were just added; it can be skipped, and then says what is missing. */
export function PriceStep({ supplierName, onClose }: PriceStepProps) {
  const t = useTranslations("models-list.prices");
  const query = useQuery(pricesQuery({ page: 1, pageSize: 100, only: "unpriced", keyword: supplierName }));
  const channels = query.data?.items.filter((channel) => channel.supplierName === supplierName && !channel.builtin);
  const isEmpty = channels?.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing is missing, the step is over
  useEffect(() => {
    if (isEmpty) onClose();
  }, [isEmpty]);
  if (query.data && channels && channels.length > 0) {
    const { currency, today } = query.data;
    return <Form channels={channels} currency={currency} today={today} onClose={onClose} supplierName={supplierName} />;
  }
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} meta={supplierName}>
        {query.isError ? <ErrorState onRetry={() => void query.refetch()} /> : <PanelSkeleton />}
      </SheetContent>
    </Sheet>
  );
}

interface FormProps extends PriceStepProps {
  channels: readonly PricedChannelDto[];
  currency: string;
  today: string;
}

function Form({ channels, currency, today, supplierName, onClose }: FormProps) {
  const t = useTranslations("models-list.prices");
  const c = useTranslations("common");
  const client = useQueryClient();
  const { add } = usePriceActions();
  const form = useZodForm(pricesForm, { rows: channels.map(rowOf) });
  const saving = useSaveForm(form, {
    save: async ({ rows }) => {
      for (const [index, channel] of channels.entries()) {
        const amounts = amountsOf(rows[index]!, CHARGES_OF[channel.modelType]);
        if (Object.keys(amounts).length === 0) continue;
        await add.mutateAsync({ channelId: channel.channelId, validFrom: today, ...amounts });
      }
      await client.invalidateQueries({ queryKey: ["models"] });
    },
    onSaved: onClose,
  });
  const { isSaving } = saving;
  return (
    <Sheet open onOpenChange={(open) => !open && !isSaving && onClose()}>
      <SheetContent
        title={t("title")}
        meta={supplierName}
        footer={
          <>
            <Button disabled={isSaving} onClick={onClose}>
              {t("skip")}
            </Button>
            <Button variant="primary" loading={isSaving} onClick={() => void saving.submit()}>
              {c("action.save")}
            </Button>
          </>
        }
      >
        <SaveForm saving={saving} className="space-y-5">
          <p className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">{t("hint", { currency })}</p>
          {channels.map((channel, index) => (
            <fieldset key={channel.channelId} className="space-y-3 border-t pt-4">
              <legend className="float-left flex w-full items-center gap-2 pb-3 font-semibold text-sm">
                {channel.modelName}
                <Badge tone="warning">{c("noPrice")}</Badge>
              </legend>
              <PriceFields channel={channel} currency={currency} prefix={`rows.${index}.`} />
            </fieldset>
          ))}
          <FormFailure error={saving.failure} />
        </SaveForm>
      </SheetContent>
    </Sheet>
  );
}
