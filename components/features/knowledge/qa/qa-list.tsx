"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, CircleOff, CirclePlay, FileUp, Sparkles, Trash2, X } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { BulkButton } from "@/components/common/data-table/bulk-button";
import { DataTable } from "@/components/common/data-table/data-table";
import { pagedList } from "@/components/common/data-table/paged-list";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { ListToolbar } from "@/components/common/list-toolbar";
import { useKeyword } from "@/components/common/use-keyword";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { QA_SORTS } from "@/lib/features/knowledge/limits";
import { type QaListState, qaAddress, qasQuery, useQaActions } from "@/lib/features/knowledge/qa-hooks";
import { QaWork } from "./qa-work";
import { useQaColumns } from "./use-qa-columns";
import { useQaCommands } from "./use-qa-commands";

const ImportDrawer = lazy(() => import("./import-drawer").then((m) => ({ default: m.ImportDrawer })));
const GenerateDrawer = lazy(() => import("./generate-drawer").then((m) => ({ default: m.GenerateDrawer })));

const ANYONE = "anyone";

interface QaListProps {
  /** Of a base; without it the center's. */
  baseId?: string;
  onOpen: (id: string) => void;
}

/** Pairs of a base or of the center, with what can be done with them. The address says what is shown. */
export function QaList({ baseId, onOpen }: QaListProps) {
  const t = useTranslations("knowledge-qa");
  const filter = qaAddress.read(Object.fromEntries(useSearchParams()));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [side, setSide] = useState<"import" | "generate" | null>(null);
  const query = useQuery(qasQuery(baseId, filter));
  const { download } = useQaActions(baseId);
  const commands = useQaCommands(baseId, { onOpen, onDone: () => setPicked(new Set()) });
  const columns = useQaColumns(commands);
  const { states, authors = [], items = [] } = query.data ?? {};

  const change = (patch: Partial<QaListState>) => {
    const search = qaAddress.query({ ...filter, page: 1, ...patch });
    const own = baseId ? `?id=${baseId}${search.replace(/^\?/, "&")}` : search;
    window.history.replaceState(null, "", `${window.location.pathname}${own}`);
    if (!("page" in patch)) setPicked(new Set());
  };
  const [keyword, setKeyword] = useKeyword(filter.keyword, (typed) => change({ keyword: typed }));
  const rows = items.filter(({ id }) => picked.has(id));
  const has = (state: (typeof items)[number]["state"]) => rows.some((row) => row.state === state);
  const ids = [...picked];
  return (
    <>
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={
          <>
            <Button size="sm" variant="ghost" icon={FileUp} aria-haspopup="dialog" onClick={() => setSide("import")}>
              {t("import.button")}
            </Button>
            {baseId && (
              <Button
                size="sm"
                variant="ghost"
                icon={Sparkles}
                aria-haspopup="dialog"
                onClick={() => setSide("generate")}
              >
                {t("generate.button")}
              </Button>
            )}
            <ExportMenu onExport={(format) => download(format, filter)} />
          </>
        }
      >
        <Segmented
          aria-label={t("filter.state")}
          value={filter.state}
          onValueChange={(state) => change({ state })}
          options={(["all", "proposed", "active", "off"] as const).map((value) => ({
            value,
            label: (
              <>
                {t(`state.${value}`)} <span className="tnum ml-1 font-normal text-fg-3">{states?.[value]}</span>
              </>
            ),
          }))}
        />
        <FilterMenu
          label={t("filter.author")}
          value={filter.authorId ?? ANYONE}
          options={[
            { value: ANYONE, label: t("filter.anyone") },
            ...authors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(id) => change({ authorId: id === ANYONE ? null : id })}
        />
        <FilterMenu
          label={t("filter.sort")}
          value={filter.sort}
          options={QA_SORTS.map((value) => ({ value, label: t(`filter.sorts.${value}`) }))}
          onChange={(sort) => change({ sort: sort as QaListState["sort"] })}
        />
        {filter.state === "proposed" && states && states.proposed > 0 && (
          <Button size="sm" icon={Check} onClick={() => commands.approveAll(states.proposed)}>
            {t("approveAll.button")}
          </Button>
        )}
      </ListToolbar>
      <QaWork baseId={baseId} />
      <DataTable
        label={t("title")}
        columns={columns}
        rowKey={({ id }) => id}
        state={query}
        {...pagedList(qaAddress, filter, change)}
        empty={<Empty isCenter={!baseId} />}
        selection={{
          keys: picked,
          onChange: setPicked,
          label: ({ question }) => t("pick", { question }),
          actions: (
            <>
              {has("proposed") && (
                <>
                  <BulkButton label={t("command.approve")} icon={Check} onClick={() => commands.run("approve", ids)} />
                  <BulkButton label={t("command.reject")} icon={X} danger onClick={() => commands.reject(ids)} />
                </>
              )}
              {has("off") && (
                <BulkButton label={t("command.enable")} icon={CirclePlay} onClick={() => commands.run("enable", ids)} />
              )}
              {has("active") && (
                <BulkButton
                  label={t("command.disable")}
                  icon={CircleOff}
                  onClick={() => commands.run("disable", ids)}
                />
              )}
              <BulkButton label={t("command.delete")} icon={Trash2} danger onClick={() => commands.remove(ids)} />
            </>
          ),
        }}
      />
      {side && (
        <LazyBoundary onFailure={() => setSide(null)}>
          {side === "import" && <ImportDrawer baseId={baseId} onClose={() => setSide(null)} />}
          {side === "generate" && baseId && <GenerateDrawer baseId={baseId} onClose={() => setSide(null)} />}
        </LazyBoundary>
      )}
    </>
  );
}

function Empty({ isCenter }: { isCenter: boolean }) {
  const t = useTranslations("knowledge-qa.empty");
  return (
    <EmptyState
      title={t("title")}
      description={isCenter ? `${t("text")} ${t("centerText")}` : t("text")}
      steps={(["write", "collect", "ask"] as const).map((step) => ({
        title: t(`steps.${step}.title`),
        description: t(`steps.${step}.text`),
      }))}
    />
  );
}
