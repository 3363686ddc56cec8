"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { FilterPicker } from "@/components/common/filter-picker";
import { IdFilter } from "@/components/common/id-filter";
import { ListToolbar } from "@/components/common/list-toolbar";
import { SpanFilter } from "@/components/common/span-filter";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { type LogState, SPANS } from "@/lib/features/operation-log/filter";
import { PEOPLE, personQuery } from "@/lib/features/operation-log/hooks";
import { RESULTS } from "@/lib/features/operation-log/results";
import { useActionChoices, useActionName } from "./action-choices";

interface LogToolbarProps {
  filter: LogState["filter"];
  isFetching: boolean;
  onFilter: (patch: LogState["filter"]) => void;
  onRefresh: () => void;
  /** Columns, at the right. */
  end: ReactNode;
}

/** Search, result, time, person, action, and what the drawer narrowed the list to. */
export function LogToolbar({ filter, isFetching, onFilter, onRefresh, end }: LogToolbarProps) {
  const t = useTranslations("operation-log");
  const actions = useActionChoices();
  const actionName = useActionName();
  const span = SPANS.find((known) => known === filter.span) ?? "all";
  return (
    <ListToolbar
      search={t("search")}
      keyword={filter.q ?? ""}
      onKeyword={(q) => onFilter({ q })}
      refresh={{ label: t("actions.refresh"), isFetching, onRefresh }}
      end={end}
    >
      <Segmented
        aria-label={t("filter.result")}
        value={filter.result ?? "all"}
        onValueChange={(result) => onFilter({ result: result === "all" ? "" : result })}
        options={["all", ...RESULTS].map((value) => ({ value, label: t(`result.${value}` as "result.all") }))}
      />
      <SpanFilter
        labels={{ span: t("filter.time"), from: t("filter.from"), to: t("filter.to") }}
        value={span}
        usual="all"
        options={SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
        days={filter}
        onChange={onFilter}
      />
      <IdFilter
        label={t("filter.person")}
        id={filter.person}
        named={personQuery}
        unnamed={t("filter.chosen")}
        source={PEOPLE}
        onPick={(person) => onFilter({ person })}
      />
      <FilterPicker
        label={t("filter.action")}
        value={filter.action ? actionName(filter.action) : null}
        source={actions}
        onPick={(choice) => onFilter({ action: choice?.id ?? "" })}
      />
      {filter.target && (
        <Chip
          text={t("filter.target", { name: filter.named || filter.target })}
          onDrop={() => onFilter({ target: "", named: "" })}
        />
      )}
      {filter.address && (
        <Chip text={t("filter.address", { address: filter.address })} onDrop={() => onFilter({ address: "" })} />
      )}
    </ListToolbar>
  );
}

/** A filter that was set from a row, and the way to drop it. */
function Chip({ text, onDrop }: { text: string; onDrop: () => void }) {
  const t = useTranslations("operation-log.filter");
  return (
    <span className="inline-flex h-8 max-w-72 items-center gap-1 rounded-sm bg-primary-soft pr-1 pl-2.5 text-primary-ink text-sm pointer-coarse:h-11">
      <span className="truncate">{text}</span>
      <IconButton icon={X} size={24} label={t("drop", { name: text })} onClick={onDrop} />
    </span>
  );
}
