"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListToolbar } from "@/components/common/list-toolbar";
import { QueryState } from "@/components/common/query-state";
import { useKeyword } from "@/components/common/use-keyword";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Pagination } from "@/components/ui/pagination";
import { Segmented } from "@/components/ui/segmented";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { OpenedRecallRunDto, RecallResultDto } from "@/lib/features/knowledge-operations/recall-dto";
import { RESULT_VIEWS, type ResultView, recallResultsQuery } from "@/lib/features/knowledge-operations/recall-hooks";
import { FoundDrawer } from "./found-drawer";

/** What became of each question of a run, those the settings answer differently first. */
export function ResultList({ run }: { run: OpenedRecallRunDto }) {
  const t = useTranslations("knowledge-operations-tests.result");
  const [page, setPage] = useState({ page: 1, pageSize: 20, keyword: "" });
  const [keyword, setKeyword] = useKeyword(page.keyword, (word) => setPage({ ...page, keyword: word, page: 1 }));
  const [show, setShow] = useState<ResultView>("all");
  const [open, setOpen] = useState<RecallResultDto | null>(null);
  // Of a run under way the list grows.
  const progress = `${run.state} ${run.work?.done ?? 0}`;
  const query = useQuery(recallResultsQuery(run.id, page, show, progress));
  const { data } = query;
  const views = RESULT_VIEWS.filter((view) => view !== "changed" || run.isCompared);
  return (
    <section aria-label={t("questions")}>
      <h3 className="px-4 pt-4 font-semibold text-sm md:px-5">{t("questions")}</h3>
      <ListToolbar
        search={t("search")}
        keyword={keyword}
        onKeyword={setKeyword}
        end={
          <Segmented
            aria-label={t("show.label")}
            value={show}
            onValueChange={(view) => {
              setShow(view);
              setPage({ ...page, page: 1 });
            }}
            options={views.map((value) => ({ value, label: t(`show.${value}`) }))}
          />
        }
      />
      <QueryState query={query} />
      {data?.total === 0 && <p className="px-5 py-10 text-center text-fg-3 text-sm">{t("none")}</p>}
      {data && data.total > 0 && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <div tabIndex={0} className="overflow-x-auto -outline-offset-2">
            <Table aria-label={t("questions")} aria-busy={query.isFetching}>
              <thead>
                <tr>
                  <TableHead>{t("question")}</TableHead>
                  <TableHead>{t("side.first")}</TableHead>
                  {run.isCompared && <TableHead>{t("side.second")}</TableHead>}
                </tr>
              </thead>
              <tbody>
                {data.items.map((result) => (
                  <ResultRow key={result.itemId} result={result} onOpen={() => setOpen(result)} />
                ))}
              </tbody>
            </Table>
          </div>
          <Pagination
            page={page.page}
            pageSize={page.pageSize}
            total={data.total}
            onPageChange={(next) => setPage({ ...page, page: next })}
          />
        </>
      )}
      {open && <FoundDrawer runId={run.id} result={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function ResultRow({ result, onOpen }: { result: RecallResultDto; onOpen: () => void }) {
  const t = useTranslations("knowledge-operations-tests.result");
  const { question, isEdited, first, second } = result;
  const gain = second && second.ndcg !== null && first.ndcg !== null ? second.ndcg - first.ndcg : 0;
  const Arrow = gain > 0 ? ArrowUp : ArrowDown;
  return (
    <TableRow>
      <TableCell className="min-w-60">
        <button
          type="button"
          aria-label={t("open", { question })}
          onClick={onOpen}
          className="wrap-anywhere line-clamp-2 rounded-xs text-left hover:underline"
        >
          {question}
        </button>
        {isEdited && <Badge className="mt-0.5">{t("edited")}</Badge>}
      </TableCell>
      <TableCell className="align-top">
        <Places places={first.places} />
      </TableCell>
      {second && (
        <TableCell className="align-top">
          <div className="flex items-start gap-2">
            <Places places={second.places} />
            {gain !== 0 && (
              <Arrow
                role="img"
                aria-label={t(gain > 0 ? "gained" : "lost")}
                size={15}
                strokeWidth={2}
                className={cn("mt-0.5 shrink-0", gain > 0 ? "text-success-ink" : "text-danger-ink")}
              />
            )}
          </div>
        </TableCell>
      )}
    </TableRow>
  );
}

/** Where each place stands, as a cell of its own: its rank, or what cut it. */
function Places({ places }: { places: RecallResultDto["first"]["places"] }) {
  const t = useTranslations("knowledge-operations-tests.result");
  return (
    <ul className="flex flex-wrap gap-1 py-1">
      {places.map(({ fileName, state, rank, cut }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places of a question have an order and no name
        <li key={index} title={fileName ?? undefined}>
          <Badge tone={rank !== null ? "success" : state === "gone" ? "neutral" : cut ? "warning" : "danger"}>
            {state === "selected" && t("rank", { rank: rank ?? 0 })}
            {state === "beside" && t("beside", { rank: rank ?? 0 })}
            {state === "cut" && cut && t(`cut.${cut}`)}
            {(state === "missed" || state === "gone") && t(state)}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
