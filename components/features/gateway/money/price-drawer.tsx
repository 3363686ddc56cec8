"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/common/query-state";
import { FormSubmit } from "@/components/form/form-submit";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { PriceFields } from "@/components/models/price-fields";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { PricedChannelDto } from "@/lib/features/gateway/dto";
import { channelPricesQuery, usePriceActions } from "@/lib/features/gateway/money-hooks";
import { amountsOf, CHARGES_OF, priceForm, rowOf } from "@/lib/features/gateway/price-schema";
import { PastCalls } from "./past-calls";
import { PriceRow } from "./price-row";

interface PriceDrawerProps {
  channel: PricedChannelDto;
  currency: string;
  today: string;
  onClose: () => void;
}

/** A new price of a channel from a day on, and every one it had. What is over is never changed. */
export function PriceDrawer({ channel, currency, today, onClose }: PriceDrawerProps) {
  const t = useTranslations("gateway.price");
  const query = useQuery(channelPricesQuery(channel.channelId));
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("drawer")} meta={`${channel.modelName} · ${channel.supplierName}`}>
        <NewPrice channel={channel} currency={currency} today={today} />
        {query.data && <PastCalls channelId={channel.channelId} data={query.data} currency={currency} />}
        <h3 className="mt-6 mb-2 font-semibold text-base">{t("history")}</h3>
        {query.data?.items.length === 0 && <p className="text-fg-3 text-sm">{t("noneYet")}</p>}
        {query.data && query.data.items.length > 0 && (
          <ol className="rounded-md border">
            {query.data.items.map((price) => (
              <PriceRow key={price.id} price={price} today={today} />
            ))}
          </ol>
        )}
        <QueryState query={query} className="h-16" />
      </SheetContent>
    </Sheet>
  );
}

function NewPrice({ channel, currency, today }: Omit<PriceDrawerProps, "onClose">) {
  const t = useTranslations("gateway.price");
  const { add } = usePriceActions();
  const charges = CHARGES_OF[channel.modelType];
  const empty = { validFrom: today, validUntil: "", ...rowOf() };
  const form = useZodForm(priceForm, empty);
  const saving = useSaveForm(form, {
    save: async (values) => {
      const amounts = amountsOf(values, charges);
      const [first] = charges;
      if (Object.keys(amounts).length === 0 && first) {
        form.setError(first, { message: "required" });
        return false;
      }
      const { validFrom, validUntil } = values;
      return add.mutateAsync({ channelId: channel.channelId, validFrom, validUntil: validUntil || null, ...amounts });
    },
    // The field says that its day does not fit, the sentence says why.
    explains: true,
    onSaved: () => form.reset(empty),
  });
  return (
    <SaveForm saving={saving} className="space-y-4">
      <PriceFields channel={channel} currency={currency} />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField name="validFrom" kind="date" label={t("form.from")} required />
        <TextField name="validUntil" kind="date" label={t("form.until")} hint={t("form.untilHint")} />
      </div>
      <p className="text-fg-3 text-xs">{t("form.hint")}</p>
      <FormSubmit saving={saving} label={t("form.add")} variant="primary" />
    </SaveForm>
  );
}
