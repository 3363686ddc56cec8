"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { ErrorState } from "@/components/common/error-state";
import { ExportMenu } from "@/components/common/export-menu";
import { NoResult } from "@/components/common/no-result";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { useKeyword } from "@/components/common/use-keyword";
import { KnowledgeSidebar } from "@/components/features/knowledge/knowledge-sidebar";
import { NotFoundPanel } from "@/components/layout/not-found-panel";
import { TopBar } from "@/components/layout/top-bar";
import { ApiError } from "@/lib/client/api-error";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import { areaHref } from "@/lib/features/knowledge/paths";
import type { GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";
import { type GapBoardState, gapAddress } from "@/lib/features/knowledge-operations/gap-filter";
import {
  boardQuery,
  exportGaps,
  gapKeys,
  gapQuery,
  gapsQuery,
  useGapActions,
} from "@/lib/features/knowledge-operations/gap-hooks";
import { GapColumns } from "./gap-columns";
import { AssignDialog, MergeDialog } from "./gap-dialogs";
import { GapList } from "./gap-list";
import { GapPanel } from "./gap-panel";
import { GapToolbar } from "./gap-toolbar";
import { useGapCommands } from "./use-gap-commands";
import { useGapKeys } from "./use-gap-keys";

/** Gaps of a base that a question can be moved to, or that are merged. */
const OTHERS = 100;

/** Questions that bases answer badly, by meaning, until they are closed and pass (spec H2). */
export function GapBoardScreen({ first }: { first: GapBoardState }) {
  const t = useTranslations("knowledge-operations-gaps");
  const [state, show] = useAddressState(first, gapAddress.query);
  const [keyword, setKeyword] = useKeyword(state.keyword, (word) => show({ keyword: word, page: 1 }));
  const [dialog, setDialog] = useState<{ kind: "assign" | "merge"; gap: GapCardDto } | null>(null);
  const query = useQuery(boardQuery(state));
  const { data: board, error } = query;
  const { find, stopFinding } = useGapActions();
  const commands = useGapCommands({
    onAssign: (gap) => commands.isStill(gap) && setDialog({ kind: "assign", gap }),
    onMerge: (gap) => setDialog({ kind: "merge", gap }),
  });
  const shown = useShownGaps();
  const open = (id: string) => show({ gap: id });
  const step = (by: -1 | 1) => {
    const all = shown();
    const next = all[all.findIndex(({ id }) => id === state.gap) + by];
    if (state.gap && next) open(next.id);
  };
  const handleKeys = useGapKeys({
    find: (id) => shown().find((gap) => gap.id === id),
    onAssign: (gap) => commands.assign(gap),
    onFix: (gap) => commands.isStill(gap) && gap.state !== "fixed" && commands.fix(gap),
    onStep: step,
    onClose: () => state.gap && show({ gap: null }),
  });
  const handleFind = () =>
    void find
      .mutateAsync(state.baseId)
      .then(({ count }) => toast.success(t("found.begun", { count })))
      .catch(reportFailure);
  const clear = () => {
    setKeyword("");
    show({ keyword: "", departmentId: undefined, ownerId: undefined, page: 1 });
  };
  const { departmentId, ownerId } = state;
  const isFiltered = gapAddress.isFiltered({ keyword: state.keyword, departmentId, ownerId });
  const isGone = error instanceof ApiError && error.code === 404;
  const gaps = board?.columns.reduce((sum, column) => sum + column.gaps, 0) ?? 0;
  const empty = <EmptyState title={t("empty.title", { days: Number(state.days) })} description={t("empty.text")} />;
  return (
    <>
      <KnowledgeSidebar baseId={state.baseId ?? null} chatId={null} />
      {isGone ? (
        <NotFoundPanel />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards within
        <div onKeyDown={handleKeys} className="flex min-h-0 min-w-0 flex-1 flex-col">
          <TopBar
            title={t("title")}
            crumbs={[{ label: t("center"), href: areaHref }]}
            meta={board && gaps > 0 ? t("summary", { asked: board.asked, wrong: board.wrong, gaps }) : undefined}
            actions={<ExportMenu onExport={(format) => exportGaps(state, format)} />}
          />
          <GapToolbar
            state={state}
            board={board}
            keyword={keyword}
            onKeyword={setKeyword}
            onChange={show}
            onFind={handleFind}
            onStopFinding={() => void stopFinding.mutateAsync(state.baseId).catch(reportFailure)}
          />
          {!board && (error ? <ErrorState onRetry={() => void query.refetch()} /> : <PanelSkeleton />)}
          {board && (
            <div className="relative flex min-h-0 flex-1">
              {gaps === 0 ? (
                <div className="flex min-h-0 flex-1 flex-col">
                  {isFiltered ? (
                    <NoResult text={t("empty.filtered")} clear={t("empty.clear")} onClear={clear} />
                  ) : (
                    empty
                  )}
                </div>
              ) : (
                <>
                  {state.view === "board" && (
                    <GapColumns
                      filter={state}
                      board={board}
                      openId={state.gap}
                      onOpen={({ id }) => open(id)}
                      onAssign={commands.assign}
                      onDrop={commands.drop}
                    />
                  )}
                  <GapList
                    state={state}
                    board={board}
                    onChange={show}
                    onOpen={({ id }) => open(id)}
                    onClearFilters={isFiltered ? clear : undefined}
                    empty={empty}
                    className={state.view === "board" ? "md:hidden" : undefined}
                  />
                </>
              )}
              {state.gap && (
                <OpenGap
                  key={state.gap}
                  id={state.gap}
                  commands={commands}
                  onStep={state.view === "board" ? step : undefined}
                  onClose={() => show({ gap: null })}
                />
              )}
            </div>
          )}
        </div>
      )}
      {dialog?.kind === "assign" && <AssignDialog gap={dialog.gap} onClose={() => setDialog(null)} />}
      {dialog?.kind === "merge" && (
        <Merging gap={dialog.gap} onClose={() => setDialog(null)} onMerged={(id) => state.gap && open(id)} />
      )}
    </>
  );
}

/** The cards of the board as they stand, column by column. */
function useShownGaps() {
  const client = useQueryClient();
  return () => {
    const known = new Map<string, GapCardDto>();
    for (const [, data] of client.getQueriesData<{ items: GapCardDto[] }>({
      queryKey: [...gapKeys.all, "list"],
      type: "active",
    })) {
      for (const gap of data?.items ?? []) known.set(gap.id, gap);
    }
    const titles = [...document.querySelectorAll<HTMLElement>("[data-column] [data-gap]")];
    return titles.flatMap(({ dataset }) => known.get(dataset.gap ?? "") ?? []);
  };
}

/** Gaps of the same base that are not verified, besides one. */
function useOthers(gap: { id: string; base: { id: string } } | undefined) {
  const { data } = useQuery({
    ...gapsQuery(
      { baseId: gap?.base.id, days: "90", departmentId: undefined, ownerId: undefined, keyword: "" },
      { page: 1, pageSize: OTHERS },
    ),
    enabled: gap !== undefined,
  });
  return (data?.items ?? []).filter(({ id, state, mayChange }) => id !== gap?.id && state !== "verified" && mayChange);
}

type OpenGapProps = Omit<Parameters<typeof GapPanel>[0], "others">;

function OpenGap(props: OpenGapProps) {
  const { data } = useQuery(gapQuery(props.id));
  return <GapPanel {...props} others={useOthers(data)} />;
}

function Merging(props: Omit<Parameters<typeof MergeDialog>[0], "others">) {
  return <MergeDialog {...props} others={useOthers(props.gap)} />;
}
