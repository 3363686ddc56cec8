"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Meter } from "@/components/ui/meter";
import type { LicenceDto } from "@/lib/features/licence/dto";

/** From this share on the meter warns. */
const NEARLY_FULL = 0.9;

/** Seats that are taken, of those there are. */
export function SeatMeter({ licence: { claims, seatsUsed } }: { licence: LicenceDto }) {
  const t = useTranslations("licence.seats");
  const format = useFormatter();
  const total = claims?.seats ?? null;
  const share = total === null ? 0 : seatsUsed / total;
  return (
    <section aria-labelledby="licence-seats">
      <h2 id="licence-seats" className="mb-3 font-semibold text-base">
        {t("title")}
      </h2>
      <p className="tnum text-2xl">
        <span className="font-semibold">{format.number(seatsUsed)}</span>
        <span className="ml-2 text-base text-fg-3">
          {total === null ? t("unlimited") : t("of", { total: format.number(total) })}
        </span>
      </p>
      {total !== null && (
        <Meter
          value={Math.min(100, share * 100)}
          label={t("meter", { used: seatsUsed, total })}
          tone={share > 1 ? "danger" : share >= NEARLY_FULL ? "warning" : "primary"}
          className="mt-3"
        />
      )}
      <p className="mt-3 text-fg-3 text-xs">
        {total !== null && share > 1 ? t("over", { count: seatsUsed - total }) : t("hint")}
      </p>
    </section>
  );
}
