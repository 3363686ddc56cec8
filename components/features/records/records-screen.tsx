"use client";

import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { EmptyState } from "@/components/common/empty-state";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LogFrame } from "@/components/layout/log-frame";
import { APP } from "@/lib/areas/apps";
import { isFiltered, type RecordState } from "@/lib/features/records/filter";
import { exportRecords } from "@/lib/features/records/hooks";
import { FIRST_HIDDEN, useRecordColumns } from "./record-columns";
import { RecordToolbar } from "./record-toolbar";
import { useRecordState } from "./use-record-state";

const RecordDrawer = lazy(() => import("./record-drawer").then((m) => ({ default: m.RecordDrawer })));
const PolicyDrawer = lazy(() => import("./policy-drawer").then((m) => ({ default: m.PolicyDrawer })));

/** What is looked at when nothing was picked: searches stay quick. */
const USUAL = "30";

interface RecordsScreenProps {
  first: RecordState;
  canMakePrompt: boolean;
  /** Searches alone; else what is said in every area. */
  list?: "records" | "searches";
}

/** Every question with its answer, of everybody and of every area; words where the department's policy opens them. */
export function RecordsScreen({ first, canMakePrompt, list = "records" }: RecordsScreenProps) {
  const t = useTranslations("records");
  const { state, query, records, change, narrow } = useRecordState(list, first, USUAL);
  const areSearches = list === "searches";
  const title = t(areSearches ? "searchesTitle" : "title");
  const empty = areSearches ? "searchesEmpty" : "empty";
  const [showsPolicy, setShowsPolicy] = useState(false);
  const columns = useRecordColumns(records.data?.pages.flatMap(({ items }) => items) ?? [], (row) =>
    change({ open: row.id }),
  );
  const { hidden, choice } = useHiddenColumns(columns, FIRST_HIDDEN);
  return (
    <>
      <LogFrame
        title={title}
        group={t("group")}
        guard={areSearches ? undefined : { label: t("actions.policy"), onOpen: () => setShowsPolicy(true) }}
        onExport={(format) => exportRecords(areSearches ? { ...query, app: APP.SEARCH } : query, format)}
        choice={choice}
        toolbar={(end) => (
          <RecordToolbar
            filter={state.filter}
            usual={USUAL}
            hasApps={!areSearches}
            isFetching={records.isFetching}
            onFilter={narrow}
            onRefresh={() => void records.refetch()}
            end={end}
          />
        )}
      >
        <CursorTable
          label={title}
          columns={columns}
          hidden={hidden}
          rowKey={(row) => row.id}
          state={records}
          onOpen={(row) => change({ open: row.id })}
          onClearFilters={isFiltered(state) ? () => change({ filter: {} }) : undefined}
          empty={<EmptyState title={t(`${empty}.title`)} description={t(`${empty}.description`)} />}
        />
      </LogFrame>
      <LazyBoundary
        onFailure={() => {
          change({ open: null });
          setShowsPolicy(false);
        }}
      >
        {state.open && (
          <RecordDrawer
            key={state.open}
            id={state.open}
            canMakePrompt={canMakePrompt}
            onClose={() => change({ open: null })}
          />
        )}
        {showsPolicy && <PolicyDrawer onClose={() => setShowsPolicy(false)} />}
      </LazyBoundary>
    </>
  );
}
