"use client";

import { useTranslations } from "next-intl";
import { ListToolbar } from "@/components/common/list-toolbar";
import { Count } from "@/components/ui/count";
import { Segmented } from "@/components/ui/segmented";
import type { ToolListDto } from "@/lib/features/tools/dto";
import { countTools, TOOL_FILTERS, type ToolFilter } from "@/lib/features/tools/filter";

interface ToolToolbarProps {
  filter: ToolFilter;
  tools: ToolListDto;
  onChange: (patch: Partial<ToolFilter>) => void;
}

/** Search, and states with how many tools each has. */
export function ToolToolbar({ filter, tools, onChange }: ToolToolbarProps) {
  const t = useTranslations("tools");
  return (
    <ListToolbar search={t("filter.search")} keyword={filter.keyword} onKeyword={(keyword) => onChange({ keyword })}>
      <Segmented
        aria-label={t("filter.label")}
        value={filter.state}
        onValueChange={(state) => onChange({ state })}
        options={TOOL_FILTERS.map((value) => ({
          value,
          label: (
            <>
              {t(`filter.${value}`)} <Count>{countTools(tools, value)}</Count>
            </>
          ),
        }))}
      />
    </ListToolbar>
  );
}
