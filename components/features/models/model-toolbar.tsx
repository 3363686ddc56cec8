"use client";

import { useTranslations } from "next-intl";
import { FilterMenu } from "@/components/common/filter-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { Count } from "@/components/ui/count";
import { Segmented } from "@/components/ui/segmented";
import { Status } from "@/components/ui/status";
import { MODEL_STATUS } from "@/lib/config/model-kinds";
import type { ModelDto } from "@/lib/features/models/dto";
import { isInGroup, type ModelFilter, TYPE_GROUP_KEYS } from "@/lib/features/models/filter";

interface ModelToolbarProps {
  filter: ModelFilter;
  models: readonly ModelDto[];
  onChange: (patch: Partial<ModelFilter>) => void;
}

/** Search, types with their counts, status, and how many models stand where. */
export function ModelToolbar({ filter, models, onChange }: ModelToolbarProps) {
  const t = useTranslations("models");
  const types = (["all", ...TYPE_GROUP_KEYS] as const).map((value) => ({
    value,
    label: (
      <>
        {t(`filter.${value}`)} <Count>{models.filter((model) => isInGroup(model, value)).length}</Count>
      </>
    ),
  }));
  const states = (["all", ...MODEL_STATUS] as const).map((value) => ({
    value,
    label: value === "all" ? t("filter.all") : t(`status.${value}`),
  }));
  // Of those in use, as the overview and the suppliers' cards count.
  const countOf = (status: ModelDto["status"]) =>
    models.filter((model) => model.enabled && model.status === status).length;
  return (
    <ListToolbar search={t("search")} keyword={filter.keyword} onKeyword={(keyword) => onChange({ keyword })}>
      <Segmented
        aria-label={t("filter.type")}
        value={filter.type}
        onValueChange={(type) => onChange({ type })}
        options={types}
      />
      <FilterMenu
        label={t("filter.status")}
        value={filter.status}
        options={states}
        onChange={(status) => onChange({ status: status as ModelFilter["status"] })}
      />
      <div className="tnum flex flex-wrap items-center gap-4 md:ml-auto">
        <Status tone="success">
          {t("status.normal")} {countOf("normal")}
        </Status>
        <Status tone="danger">
          {t("status.abnormal")} {countOf("abnormal")}
        </Status>
        <Status tone="neutral" hollow>
          {t("status.unknown")} {countOf("unknown")}
        </Status>
      </div>
    </ListToolbar>
  );
}
