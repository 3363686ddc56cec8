"use client";

import { ShieldCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { isFiltered, type RecordState } from "@/lib/features/records/filter";
import { exportRecords } from "@/lib/features/records/hooks";
import { FIRST_HIDDEN, useRecordColumns } from "./record-columns";
import { RecordToolbar } from "./record-toolbar";
import { useRecordState } from "./use-record-state";

const RecordDrawer = lazy(() => import("./record-drawer").then((m) => ({ default: m.RecordDrawer })));
const PolicyDrawer = lazy(() => import("./policy-drawer").then((m) => ({ default: m.PolicyDrawer })));

/** What is looked at when nothing was picked: searches stay quick. */
const USUAL = "30";

/** Every question with its answer, of everybody and of every area; words where the department's policy opens them. */
export function RecordsScreen({ first, canMakePrompt }: { first: RecordState; canMakePrompt: boolean }) {
  const t = useTranslations("records");
  const { state, query, records, change, narrow } = useRecordState("records", first, USUAL);
  const [showsPolicy, setShowsPolicy] = useState(false);
  const columns = useRecordColumns((row) => change({ open: row.id }));
  const { hidden, choice } = useHiddenColumns(columns, FIRST_HIDDEN);
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <>
            <Button icon={ShieldCheck} onClick={() => setShowsPolicy(true)} className="max-md:hidden">
              {t("actions.policy")}
            </Button>
            <ExportMenu onExport={(format) => exportRecords(query, format)} />
          </>
        }
      />
      <RecordToolbar
        filter={state.filter}
        usual={USUAL}
        isFetching={records.isFetching}
        onFilter={narrow}
        onRefresh={() => void records.refetch()}
        end={
          <>
            <Button icon={ShieldCheck} onClick={() => setShowsPolicy(true)} className="md:hidden">
              {t("actions.policy")}
            </Button>
            <span className="max-md:hidden">{choice}</span>
          </>
        }
      />
      <CursorTable
        label={t("title")}
        columns={columns}
        hidden={hidden}
        rowKey={(row) => row.id}
        state={records}
        onOpen={(row) => change({ open: row.id })}
        onClearFilters={isFiltered(state) ? () => change({ filter: {} }) : undefined}
        empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
      />
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
