"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, Eye, FileSpreadsheet, FileText, FileType, MessageSquare, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { BulkBar } from "@/components/common/data-table/bulk-bar";
import { CursorTable } from "@/components/common/data-table/cursor-table";
import type { Column, Selection } from "@/components/common/data-table/types";
import { useHiddenColumns } from "@/components/common/data-table/use-hidden-columns";
import { EmptyState } from "@/components/common/empty-state";
import { useExport } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMenu, MoreMenu } from "@/components/common/lazy-menu";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Spinner } from "@/components/ui/spinner";
import type { RecordDto, RecordPolicy } from "@/lib/features/records/dto";
import { isFiltered, type RecordCallQuery, type RecordState } from "@/lib/features/records/filter";
import { exportOwnRecords, ownPolicyQuery } from "@/lib/features/records/hooks";
import { FIRST_HIDDEN, useRecordColumns } from "./record-columns";
import { RecordToolbar } from "./record-toolbar";
import { useOwnCommands } from "./use-own-commands";
import { useRecordState } from "./use-record-state";

const ReadsDrawer = lazy(() => import("./reads-drawer").then((m) => ({ default: m.ReadsDrawer })));

/** One's own are all looked at: they are few beside everybody's. */
const USUAL = "all";

/** A person's own questions and answers of all areas: found, opened, taken along, deleted where the policy lets them. */
export function OwnRecords({ first }: { first: RecordState }) {
  const t = useTranslations("records");
  const { state, query, records, change, narrow } = useRecordState("own", first, USUAL);
  const policy = useQuery(ownPolicyQuery).data;
  const [showsReads, setShowsReads] = useState(false);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const commands = useOwnCommands();
  const mayDelete = policy?.mayDelete ?? false;
  const titleOf = (row: RecordDto) => row.title || t("untitled");
  const actions: Column<RecordDto> = {
    key: "actions",
    header: t("column.actions"),
    phone: "actions",
    cell: (row) => (
      <MoreMenu
        label={t("own.more", { title: titleOf(row) })}
        commands={[
          {
            key: "open",
            label: t("own.open"),
            icon: MessageSquare,
            onSelect: () => void commands.open(row),
          },
          ...(mayDelete
            ? [
                {
                  key: "delete",
                  label: t("own.delete"),
                  icon: Trash2,
                  danger: true,
                  apart: true,
                  onSelect: () => void commands.remove(row),
                },
              ]
            : []),
        ]}
      />
    ),
  };
  const rows = records.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns = [...useRecordColumns(rows, (row) => void commands.open(row), true), actions];
  const { hidden, choice } = useHiddenColumns(columns, FIRST_HIDDEN);
  const chosen = rows.filter(({ id }) => picked.has(id));
  const selection: Selection<RecordDto> = {
    keys: new Set(chosen.map(({ id }) => id)),
    onChange: setPicked,
    label: (row) => t("own.select", { title: row.question || titleOf(row) }),
    actions: (
      <Button
        size="sm"
        variant="danger"
        icon={Trash2}
        onClick={() => void commands.removeAll(chosen).then((isDone) => isDone && setPicked(new Set()))}
      >
        {t("own.deleteSome")}
      </Button>
    ),
  };
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <RecordToolbar
        filter={state.filter}
        usual={USUAL}
        isOwn
        isFetching={records.isFetching}
        onFilter={narrow}
        onRefresh={() => void records.refetch()}
        end={
          <>
            <Button icon={Eye} onClick={() => setShowsReads(true)}>
              {t("own.reads")}
            </Button>
            <OwnExport query={query} />
            <span className="max-md:hidden">{choice}</span>
          </>
        }
      />
      {policy && <PolicyLine policy={policy} />}
      <CursorTable
        label={t("own.title")}
        columns={columns}
        hidden={hidden}
        rowKey={(row) => row.id}
        state={records}
        onOpen={(row) => void commands.open(row)}
        selection={mayDelete ? selection : undefined}
        onClearFilters={isFiltered(state) ? () => change({ filter: {} }) : undefined}
        empty={<EmptyState title={t("own.empty.title")} description={t("own.empty.description")} />}
      />
      {mayDelete && <BulkBar selection={selection} shown={rows.length} total={rows.length} />}
      <LazyBoundary onFailure={() => setShowsReads(false)}>
        {showsReads && <ReadsDrawer onClose={() => setShowsReads(false)} />}
      </LazyBoundary>
    </div>
  );
}

/** What the department decided about the person's conversations, in a sentence each. */
function PolicyLine({ policy }: { policy: RecordPolicy }) {
  const t = useTranslations("records.own.policy");
  const { retentionDays, mayDelete, adminAccess } = policy;
  const sentences = [
    retentionDays === null ? t("keeps") : t("keepsFor", { days: retentionDays }),
    mayDelete ? "" : t("mayNotDelete"),
    t(adminAccess),
  ];
  return <p className="shrink-0 border-b px-4 py-2 text-fg-3 text-xs md:px-5">{sentences.filter(Boolean).join(" ")}</p>;
}

/** The person's records as a table or as a text to read. */
function OwnExport({ query }: { query: RecordCallQuery }) {
  const t = useTranslations("common.export");
  const own = useTranslations("records.own");
  const { isRunning, run } = useExport();
  const command = (format: "xlsx" | "csv" | "md", label: string, icon: typeof FileText) => ({
    key: format,
    label,
    icon,
    onSelect: () => run(() => exportOwnRecords(query, format)),
  });
  return (
    <LazyMenu
      commands={[
        command("xlsx", t("xlsx"), FileSpreadsheet),
        command("csv", t("csv"), FileText),
        command("md", own("markdown"), FileType),
      ]}
      button={(handlers) => (
        <button type="button" aria-busy={isRunning || undefined} {...handlers} className={buttonClass("default", "md")}>
          {isRunning ? <Spinner /> : <Download aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />}
          {t("label")}
        </button>
      )}
    />
  );
}
