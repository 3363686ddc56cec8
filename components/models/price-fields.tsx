"use client";

import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import { TextField } from "@/components/form/text-field";
import { decimalOf } from "@/lib/config/money";
import type { PricedChannelDto } from "@/lib/features/gateway/dto";
import { CHARGES_OF } from "@/lib/features/gateway/price-schema";
import { KnownPrice } from "./known-price";

interface PriceFieldsProps {
  channel: Pick<PricedChannelDto, "modelType" | "known">;
  currency: string;
  /** Where the form holds the amounts, with a point at its end; unset: at its root. */
  prefix?: string;
}

/** What a channel may charge for, and what its supplier's price page says. Stands inside a `FormProvider`. */
export function PriceFields({ channel, currency, prefix = "" }: PriceFieldsProps) {
  const t = useTranslations("models-list.prices");
  const { setValue } = useFormContext();
  return (
    <>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        {CHARGES_OF[channel.modelType].map((charge) => (
          <TextField
            key={charge}
            name={`${prefix}${charge}`}
            label={t(`charge.${charge}`)}
            inputMode="decimal"
            maxLength={16}
            suffix={currency}
            autoComplete="off"
          />
        ))}
      </div>
      {channel.known && (
        <KnownPrice
          known={channel.known}
          currency={currency}
          onUse={(charge, micros) => setValue(`${prefix}${charge}`, decimalOf(micros), { shouldDirty: true })}
        />
      )}
    </>
  );
}
