"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyMenu } from "@/components/common/lazy-menu";
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
      <LazyMenu
        choice={{
          value: filter.status,
          onValueChange: (value) => onChange({ status: value as ModelFilter["status"] }),
          options: states,
        }}
        button={(handlers) => (
          <button
            type="button"
            {...handlers}
            className="inline-flex h-8 items-center gap-2 whitespace-nowrap rounded-sm border border-border-strong bg-background px-2.5 text-sm shadow-xs hover:bg-subtle pointer-coarse:h-11"
          >
            <span className="text-fg-3">{t("filter.status")}</span>
            {states.find(({ value }) => value === filter.status)?.label}
            <ChevronDown aria-hidden size={14} className="text-fg-3" />
          </button>
        )}
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
