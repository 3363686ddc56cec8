"use client";

import { useTranslations } from "next-intl";
import { ModelList } from "@/components/models/model-list";
import type { ModelListState } from "@/components/models/use-model-list";
import type { DiscoveryDto } from "@/lib/features/gateway/dto";
import { ProbeFailure } from "../probe-outcome";

interface FoundModelsProps {
  list: ModelListState;
  found: DiscoveryDto | undefined;
  isFinding: boolean;
}

/** What the supplier answered, and its models to pick from. */
export function FoundModels({ list, found, isFinding }: FoundModelsProps) {
  const t = useTranslations("gateway.discovery");
  return (
    <ModelList list={list} isFinding={isFinding} isFound={found?.ok === true}>
      {found && !found.ok && <ProbeFailure probe={found} />}
      {found?.fromDocumentation && <p className="text-fg-3 text-sm">{t("fromDocumentation")}</p>}
    </ModelList>
  );
}
