"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Button } from "@/components/ui/button";
import { ownFactorQuery } from "@/lib/features/account/hooks";

/** Tells who is about to ask all administrators for a second factor that they have none themselves. */
export function FactorHint({ onSetUp }: { onSetUp: () => void }) {
  return (
    <LazyMessages areas={["account"]}>
      <Hint onSetUp={onSetUp} />
    </LazyMessages>
  );
}

function Hint({ onSetUp }: { onSetUp: () => void }) {
  const t = useTranslations("account.factor");
  const { data } = useQuery(ownFactorQuery);
  if (!data?.available || data.active) return null;
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-sm bg-warning-soft px-3 py-2">
      <p className="min-w-0 flex-1 basis-60 text-sm text-warning-ink">{t("ownMissing")}</p>
      <Button size="sm" onClick={onSetUp}>
        {t("start")}
      </Button>
    </div>
  );
}
