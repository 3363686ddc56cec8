"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { LicenceClaimsDto } from "@/lib/features/licence/dto";
import { useDay } from "./use-day";

interface ClaimListProps {
  claims: LicenceClaimsDto | null;
  more?: readonly (readonly [name: string, value: string])[];
}

/** The claims of a licence, name by name. */
export function ClaimList({ claims, more = [] }: ClaimListProps) {
  const t = useTranslations("licence");
  const format = useFormatter();
  const day = useDay();
  const facts: (readonly [string, string])[] = claims
    ? [
        [t("fact.customer"), claims.customer],
        [t("fact.start"), day(claims.startTime)],
        [t("fact.end"), day(claims.endTime)],
        [t("fact.seats"), claims.seats === null ? t("seats.unlimited") : format.number(claims.seats)],
        [
          t("fact.version"),
          claims.version === "*" ? t("everyVersion") : t("majorVersion", { version: claims.version }),
        ],
        [t("fact.serial"), claims.serial],
        [t("fact.issued"), day(claims.issuedAt)],
      ]
    : [];
  return (
    <dl className="tnum grid gap-y-2 text-sm">
      {[...facts, ...more].map(([name, value]) => (
        <div key={name} className="flex gap-3">
          <dt className="w-28 shrink-0 text-fg-3">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
