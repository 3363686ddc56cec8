"use client";

import { useTranslations } from "next-intl";
import { ModelList } from "@/components/models/model-list";
import type { ListedModel, ModelListState } from "@/components/models/use-model-list";
import type { SupplierTestResult } from "@/lib/features/models/dto";
import { useReason } from "./use-reason";

interface FoundModelsProps {
  list: ModelListState;
  result: SupplierTestResult | undefined;
  isFinding: boolean;
}

/** What the supplier answered, and its models to pick from. */
export function FoundModels({ list, result, isFinding }: FoundModelsProps) {
  const t = useTranslations("models");
  const reason = useReason();
  return (
    <ModelList list={list} isFinding={isFinding} isFound={result?.ok === true}>
      {result && !result.ok && (
        <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
          {reason(result.error).full}
          {result.detail && (
            <span className="mt-1 block break-words text-xs">{t("detail", { text: result.detail })}</span>
          )}
        </p>
      )}
    </ModelList>
  );
}

/** The models of a supplier's answer, those connected already marked. */
export const listedOf = (result: SupplierTestResult, already?: ReadonlySet<string>): ListedModel[] =>
  result.ok
    ? result.models.map((model) => ({
        ...model,
        added: already?.has(model.id) ?? false,
      }))
    : [];
