"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import type { ProbeDto } from "@/lib/features/gateway/dto";
import { ProbeFailure } from "../probe-outcome";

interface RefusedSecretProps {
  probe: ProbeDto;
  isSaving: boolean;
  onForce: () => void;
}

/** The supplier did not accept a secret: nothing was changed, unless the person knows better. */
export function RefusedSecret({ probe, isSaving, onForce }: RefusedSecretProps) {
  const t = useTranslations("gateway.key.refused");
  return (
    <div className="space-y-2">
      <ProbeFailure probe={probe} />
      <p className="text-fg-3 text-xs">{t("text")}</p>
      <Button size="sm" disabled={isSaving} onClick={onForce}>
        {t("force")}
      </Button>
    </div>
  );
}
