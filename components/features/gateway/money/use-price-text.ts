"use client";

import { useTranslations } from "next-intl";
import type { PriceDto } from "@/lib/features/gateway/dto";
import { CHARGES } from "@/lib/features/gateway/price-schema";
import { useFormat } from "../use-format";

/** A price in one line: what is charged for, and how much. */
export function usePriceText(): (price: PriceDto) => string {
  const t = useTranslations("gateway.price.short");
  const format = useFormat();
  return (price) =>
    CHARGES.flatMap((charge) => {
      const micros = price[charge];
      return micros === null ? [] : [t(charge, { money: format.money(micros, price.currency) })];
    }).join(" · ");
}
