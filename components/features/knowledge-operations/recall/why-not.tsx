"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useTranslations } from "next-intl";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { ApiError } from "@/lib/client/api-error";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { type Asked, recallTraceQuery } from "@/lib/features/knowledge/recall-test-hooks";
import type { RecallTrace } from "@/lib/features/knowledge/recall-test-schema";
import type { RecallLookDto, TraceDto } from "@/lib/features/knowledge/trace-dto";
import { useScore } from "./recall-slice";

type Change = TraceDto["changes"][number];

interface WhyNotProps {
  baseId: string;
  center: RetrievalSettings;
  asked: Asked;
  look: RecallLookDto;
  target: RecallTrace["target"];
  onTry: (change: Change) => void;
  onClose: () => void;
}

/** Where a slice stands in each list, what lost it, and what would keep it (spec G2). */
export function WhyNot({ baseId, center, asked, look, target, onTry, onClose }: WhyNotProps) {
  const t = useTranslations("knowledge-operations-recall.why");
  const { data, error, refetch } = useQuery(recallTraceQuery(baseId, asked, { target, look }));
  if (!data) {
    const gone = error instanceof ApiError ? error.message : undefined;
    return (
      <LoadingDrawer title={t("title")} isError={error !== null} gone={gone} onRetry={refetch} onClose={onClose} />
    );
  }
  const settings = { ...center, ...asked.settings };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="space-y-5">
        <Target trace={data} />
        <Verdict trace={data} settings={settings} />
        {data.lists && <Lists lists={data.lists} />}
        {data.changes.length > 0 && <Changes trace={data} settings={settings} onTry={onTry} />}
      </SheetContent>
    </Sheet>
  );
}

function Target({ trace: { target, unready } }: { trace: TraceDto }) {
  const t = useTranslations("knowledge-operations-recall.why");
  if (!target) {
    return (
      <div role="status" className="space-y-1 text-sm">
        <p>{t("noSlice")}</p>
        {unready > 0 && <p className="text-fg-3 text-xs">{t("unready", { count: unready })}</p>}
      </div>
    );
  }
  const { fileName, page, text, by } = target;
  return (
    <section aria-label={t(`by.${by}`)} className="rounded-md border bg-subtle px-3 py-2.5">
      <p className="text-fg-3 text-xs">{t(`by.${by}`)}</p>
      <p className="mt-1 font-medium text-sm">{t("place", { name: fileName, page })}</p>
      <p className="wrap-anywhere mt-1 line-clamp-4 text-fg-2 text-sm">{text}</p>
    </section>
  );
}

interface VerdictProps {
  trace: TraceDto;
  /** By which was searched. */
  settings: RetrievalSettings;
}

function Verdict({ trace, settings }: VerdictProps) {
  const t = useTranslations("knowledge-operations-recall.why");
  const fields = useTranslations("knowledge-settings.field");
  const number = useScore();
  const { target, cut, lists, changes, asksModel } = trace;
  if (!target) return null;
  const Icon = cut ? CircleX : CircleCheck;
  const facts = {
    rank: lists?.merged.rank ?? 0,
    score: number(lists?.reranked?.score ?? 0),
    place: lists?.left.rank ?? 0,
    topK: settings.topK,
    minScore: number(settings.minScore),
    selectedCount: settings.selectedCount,
    mode: fields(`mode.${settings.mode}`),
  };
  return (
    <div role="status" className="space-y-1 text-sm">
      <p className="flex items-start gap-1.5 font-medium">
        <Icon
          aria-hidden
          size={16}
          className={cut ? "mt-0.5 shrink-0 text-danger-ink" : "mt-0.5 shrink-0 text-success-ink"}
        />
        {cut ? t(`cut.${cut}`, facts) : t("kept")}
      </p>
      {cut && changes.length === 0 && <p className="text-fg-2 text-xs">{t(`none.${reasonOf(cut)}`)}</p>}
      {changes.length > 0 && asksModel && <p className="text-fg-2 text-xs">{t("thenModel")}</p>}
      {trace.failed.includes("rerank") && <p className="text-warning-ink text-xs">{t("noRerank")}</p>}
    </div>
  );
}

/** Why no setting helps. */
function reasonOf(cut: NonNullable<TraceDto["cut"]>): "model" | "words" | "file" | "many" {
  if (cut === "filter" || cut === "selection") return "model";
  if (cut === "candidates" || cut === "unrelated") return "words";
  return cut === "disabled" || cut === "notYet" || cut === "expired" ? "file" : "many";
}

function Lists({ lists }: { lists: NonNullable<TraceDto["lists"]> }) {
  const t = useTranslations("knowledge-operations-recall.why");
  const number = useScore();
  const rows = (["vectors", "words", "merged", "reranked", "left"] as const).map(
    (list) => [list, lists[list]] as const,
  );
  return (
    <Table aria-label={t("lists")}>
      <thead>
        <tr>
          <TableHead>{t("list.label")}</TableHead>
          <TableHead className="text-right">{t("rank")}</TableHead>
          <TableHead className="text-right">{t("score")}</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map(([list, standing]) => (
          <TableRow key={list}>
            <TableCell>{t(`list.${list}`)}</TableCell>
            <TableCell className="tnum text-right">
              {standing === null
                ? t("unused")
                : standing.rank === null
                  ? t("notAmong", { of: standing.of })
                  : t("rankOf", { rank: standing.rank, of: standing.of })}
            </TableCell>
            <TableCell className="tnum text-right">{standing?.score == null ? "–" : number(standing.score)}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

interface ChangesProps extends VerdictProps {
  onTry: (change: Change) => void;
}

/** Each setting that keeps it by itself, or the two that do together. */
function Changes({ trace: { changes }, settings, onTry }: ChangesProps) {
  const t = useTranslations("knowledge-operations-recall.why");
  const fields = useTranslations("knowledge-settings.field");
  const number = useScore();
  const isPair = changes.some((change) => Object.keys(change).length > 1);
  const valueIn = (name: keyof Change, of: Change | RetrievalSettings) => {
    if (name === "mode") return fields(`mode.${of.mode!}`);
    return name === "minScore" ? number(of.minScore!) : String(of[name]);
  };
  const moveOf = (name: keyof Change, change: Change) =>
    name === "rerankModelId"
      ? fields("rerankModelId.none")
      : t("change", { from: valueIn(name, settings), to: valueIn(name, change) });
  return (
    <section aria-label={t("changes")} className="space-y-2">
      <h3 className="font-semibold text-sm">{t(isPair ? "pair" : "single", { count: changes.length })}</h3>
      <ul className="divide-y rounded-md border">
        {changes.map((change) => {
          const names = Object.keys(change) as (keyof Change)[];
          return (
            <li key={names.join()} className="flex items-center gap-3 px-3 py-2">
              <dl className="min-w-0 flex-1 text-sm">
                {names.map((name) => (
                  <div key={name} className="flex gap-2">
                    <dt className="min-w-0 flex-1 truncate text-fg-2">{fields(`${name}.label`)}</dt>
                    <dd className="tnum shrink-0 font-medium">{moveOf(name, change)}</dd>
                  </div>
                ))}
              </dl>
              <Button size="sm" variant="soft" onClick={() => onTry(change)}>
                {t("try")}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
