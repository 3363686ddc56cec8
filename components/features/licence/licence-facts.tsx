"use client";

import { useTranslations } from "next-intl";
import type { LicenceDto } from "@/lib/features/licence/dto";
import { ClaimList } from "./claim-list";

/** What the licence says, beside the product it is for. */
export function LicenceFacts({ licence: { claims, productVersion } }: { licence: LicenceDto }) {
  const t = useTranslations("licence");
  return (
    <section aria-labelledby="licence-facts">
      <h2 id="licence-facts" className="mb-3 font-semibold text-base">
        {t("facts")}
      </h2>
      <ClaimList claims={claims} more={[[t("fact.product"), productVersion]]} />
    </section>
  );
}
