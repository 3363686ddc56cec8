"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import { EmptyState } from "@/components/common/empty-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useKeyword } from "@/components/common/use-keyword";
import { cn } from "@/components/ui/cn";
import { Count } from "@/components/ui/count";
import { SYNC_ACTIONS } from "@/lib/config/channel-kinds";
import type { SyncRunDto } from "@/lib/features/directory-sync/dto";
import { ITEMS_PAGE, type ItemFilter, syncItemsQuery } from "@/lib/features/directory-sync/hooks";
import { SYNC_SUBJECTS } from "@/lib/features/directory-sync/kinds";
import { useItemColumns } from "./use-item-columns";

/** What a run would do or did: counts that filter, search, and each line with before and after. */
export function SyncItems({ run }: { run: SyncRunDto }) {
  const t = useTranslations("directory-sync.items");
  const columns = useItemColumns();
  const [filter, setFilter] = useState<ItemFilter>({ page: 1 });
  const ask = (keyword: string) => setFilter((now) => ({ ...now, keyword: keyword || undefined, page: 1 }));
  const [keyword, setKeyword] = useKeyword(filter.keyword ?? "", ask);
  const query = useQuery(syncItemsQuery(run.id, `${run.status} ${run.done}`, filter));
  const isFiltered = Boolean(filter.subject || filter.action || filter.state || filter.keyword);
  return (
    <div className="space-y-3">
      <Counts run={run} filter={filter} onFilter={(next) => setFilter({ ...next, keyword: filter.keyword, page: 1 })} />
      <div className="flex min-h-80 flex-col overflow-hidden rounded-md border">
        <ListToolbar search={t("search")} keyword={keyword} onKeyword={setKeyword} />
        <DataTable
          label={t("label")}
          columns={columns}
          rowKey={(row) => String(row.no)}
          state={query}
          page={filter.page}
          pageSize={ITEMS_PAGE}
          onPageChange={(page) => setFilter((now) => ({ ...now, page }))}
          onClearFilters={isFiltered ? () => setFilter({ page: 1 }) : undefined}
          empty={<EmptyState title={t("empty")} description={t("emptyText")} />}
        />
      </div>
    </div>
  );
}

interface CountsProps {
  run: SyncRunDto;
  filter: ItemFilter;
  onFilter: (filter: Omit<ItemFilter, "page" | "keyword">) => void;
}

/** Each count is a filter; pressed once more it shows everything again. */
function Counts({ run, filter, onFilter }: CountsProps) {
  const t = useTranslations("directory-sync.counts");
  const kinds = SYNC_SUBJECTS.flatMap((subject) => SYNC_ACTIONS.map((action) => ({ subject, action })));
  const shown = kinds.filter(({ subject, action }) => (run.summary[`${subject}.${action}`] ?? 0) > 0);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t("label")}</legend>
      {shown.map(({ subject, action }) => {
        const isOn = filter.subject === subject && filter.action === action;
        return (
          <CountButton
            key={`${subject}.${action}`}
            isOn={isOn}
            isBad={action === "conflict"}
            label={t(`${subject}.${action}`)}
            count={run.summary[`${subject}.${action}`] ?? 0}
            onPress={() => onFilter(isOn ? {} : { subject, action })}
          />
        );
      })}
      {run.failed > 0 && (
        <CountButton
          isOn={filter.state === "failed"}
          isBad
          label={t("failed")}
          count={run.failed}
          onPress={() => onFilter(filter.state === "failed" ? {} : { state: "failed" })}
        />
      )}
    </fieldset>
  );
}

interface CountButtonProps {
  isOn: boolean;
  isBad: boolean;
  label: string;
  count: number;
  onPress: () => void;
}

function CountButton({ isOn, isBad, label, count, onPress }: CountButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={cn(
        "inline-flex h-8 items-center gap-2 rounded-sm border px-2.5 text-sm hover:bg-subtle pointer-coarse:h-11",
        isOn && "border-primary bg-primary-soft text-primary-ink",
        isBad && !isOn && "text-danger-ink",
      )}
    >
      {label}
      <Count>{count}</Count>
    </button>
  );
}
