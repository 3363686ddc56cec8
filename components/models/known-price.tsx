import { useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import { useMoney } from "@/components/common/use-money";
import { Button } from "@/components/ui/button";
import type { KnownPriceDto } from "@/lib/features/gateway/dto";
import { CHARGES, type Charge } from "@/lib/features/gateway/price-schema";

interface KnownPriceProps {
  known: KnownPriceDto;
  /** Prices are kept in it; a list price in another currency is shown, and not taken over: nothing is converted. */
  currency: string;
  onUse: (charge: Charge, micros: number) => void;
}

/** What the supplier's own price page says, with its day: an offer the administrator confirms. */
export function KnownPrice({ known, currency, onUse }: KnownPriceProps) {
  const t = useTranslations("models-list.prices");
  const moments = useMoments();
  const charges = CHARGES.flatMap((charge) => {
    const micros = known[charge];
    return micros === undefined ? [] : [{ charge, micros }];
  });
  const money = useMoney();
  const handleUse = () => {
    for (const { charge, micros } of charges) onUse(charge, micros);
  };
  const day = moments.calendarDay(known.asOf);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-sm bg-subtle px-3 py-2 text-xs">
      <p className="tnum min-w-0 flex-1 text-fg-2">
        {charges.map(({ charge, micros }) => `${t(`charge.${charge}`)} ${money(micros, known.currency)}`).join(" · ")}
        <span className="block text-fg-3">{t("source", { source: known.source, day })}</span>
      </p>
      {known.currency === currency ? (
        <Button size="sm" onClick={handleUse}>
          {t("use")}
        </Button>
      ) : (
        <span className="text-fg-3">{t("otherCurrency", { currency })}</span>
      )}
    </div>
  );
}
