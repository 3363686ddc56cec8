"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { DataTable } from "@/components/common/data-table/data-table";
import { EmptyState } from "@/components/common/empty-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { IdFilter } from "@/components/common/id-filter";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useKeyword } from "@/components/common/use-keyword";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { DISLIKE_REASONS } from "@/lib/config/feedback";
import { FINDING_CAUSES, type FindingCause, type FindingKind } from "@/lib/config/knowledge-kinds";
import { useBaseChoices } from "@/lib/features/knowledge/draft-hooks";
import { baseQuery } from "@/lib/features/knowledge/hooks";
import {
  type FindingsState,
  findingsAddress,
  findingsAsked,
} from "@/lib/features/knowledge-operations/findings-filter";
import { findingsQuery } from "@/lib/features/knowledge-operations/findings-hooks";
import { useFindingColumns } from "./finding-columns";

const FindingDrawer = lazy(() => import("./finding-drawer").then((module) => ({ default: module.FindingDrawer })));

interface FindingListProps {
  kind: FindingKind;
  /** Null: all bases the person sees. */
  baseId: string | null;
  viewerId: string;
  /** Of the screen; what it shows is added to it. */
  href: string;
}

/** Why an answer can stand in each list. */
const CAUSES: Record<FindingKind, readonly FindingCause[]> = {
  good: ["like"],
  wrong: FINDING_CAUSES.filter((cause) => cause !== "like"),
};
const ALL = "all";

/** Findings with their filters; one of them in a drawer. */
export function FindingList({ kind, baseId, viewerId, href }: FindingListProps) {
  const t = useTranslations("knowledge-operations-usage.findings");
  const state = findingsAddress.read(Object.fromEntries(useSearchParams()));
  const query = useQuery(findingsQuery(findingsAsked(state, { kind, viewerId, of: baseId })));
  const change = (patch: Partial<FindingsState>) => {
    const search = findingsAddress.query({ ...state, page: 1, ...patch });
    window.history.replaceState(null, "", href + (href.includes("?") ? search.replace(/^\?/, "&") : search));
  };
  const [keyword, setKeyword] = useKeyword(state.keyword, (typed) => change({ keyword: typed }));
  const columns = useFindingColumns(baseId === null, (id) => change({ open: id, page: state.page }));
  const isFiltered = findingsAddress.isFiltered(state);
  const states = query.data?.states;
  const option = (value: "active" | "done" | "dismissed") => ({
    value,
    label: (
      <>
        {t(`filter.${value}`)} <span className="tnum ml-1 font-normal text-fg-3">{states?.[value]}</span>
      </>
    ),
  });
  const shown = (["active", "done", "dismissed", ALL] as const).find((value) => value === state.state) ?? ALL;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={state.isMine}
            onClick={() => change({ isMine: !state.isMine })}
          >
            {t("filter.mine")}
          </Button>
        }
      >
        <Segmented
          aria-label={t("filter.state")}
          value={shown}
          onValueChange={(value) => change({ state: value })}
          options={[option("active"), option("done"), option("dismissed"), { value: ALL, label: t("filter.all") }]}
        />
        <Filters kind={kind} state={state} hasBases={baseId === null} onChange={change} />
      </ListToolbar>
      <DataTable
        label={t(`kind.${kind}`)}
        columns={columns}
        rowKey={({ id }) => id}
        state={query}
        page={state.page}
        pageSize={state.pageSize}
        onPageChange={(page) => change({ page })}
        onOpen={({ id }) => change({ open: id, page: state.page })}
        onClearFilters={isFiltered ? () => change({ ...findingsAddress.plain, state: state.state }) : undefined}
        empty={<EmptyState title={t(`empty.${kind}`)} description={t(`empty.${kind}Text`)} />}
      />
      <LazyBoundary onFailure={() => change({ open: null, page: state.page })}>
        {state.open && (
          <FindingDrawer key={state.open} id={state.open} onClose={() => change({ open: null, page: state.page })} />
        )}
      </LazyBoundary>
    </div>
  );
}

interface FiltersProps {
  kind: FindingKind;
  state: FindingsState;
  hasBases: boolean;
  onChange: (patch: Partial<FindingsState>) => void;
}

function Filters({ kind, state: { cause, reason, days, baseId }, hasBases, onChange }: FiltersProps) {
  const t = useTranslations("knowledge-operations-usage");
  const bases = useBaseChoices();
  const all = { value: ALL, label: t("findings.filter.all") };
  const chosen = <Value extends string>(values: readonly Value[], value: string) => values.find((one) => one === value);
  return (
    <>
      {hasBases && (
        <IdFilter
          label={t("base.label")}
          id={baseId}
          named={baseQuery}
          unnamed={t("base.label")}
          source={bases}
          onPick={(id) => onChange({ baseId: id || undefined })}
        />
      )}
      {CAUSES[kind].length > 1 && (
        <FilterMenu
          label={t("findings.filter.cause")}
          value={cause ?? ALL}
          options={[all, ...CAUSES[kind].map((value) => ({ value, label: t(`findings.cause.${value}`) }))]}
          onChange={(value) => onChange({ cause: chosen(FINDING_CAUSES, value), reason: undefined })}
        />
      )}
      {cause === "dislike" && (
        <FilterMenu
          label={t("findings.filter.reason")}
          value={reason ?? ALL}
          options={[all, ...DISLIKE_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))]}
          onChange={(value) => onChange({ reason: chosen(DISLIKE_REASONS, value) })}
        />
      )}
      <FilterMenu
        label={t("findings.filter.days")}
        value={days ?? ALL}
        options={[
          { value: ALL, label: t("findings.filter.allDays") },
          ...(["7", "30", "90"] as const).map((value) => ({ value, label: t(`days.${value}`) })),
        ]}
        onChange={(value) => onChange({ days: chosen(["7", "30", "90"], value) })}
      />
    </>
  );
}
