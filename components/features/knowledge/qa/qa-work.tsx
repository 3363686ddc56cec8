"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import { knowledgeKeys } from "@/lib/features/knowledge/hooks";
import type { QaWorkDto } from "@/lib/features/knowledge/qa-dto";
import { isUnderWay, qaWorkQuery, useQaActions } from "@/lib/features/knowledge/qa-hooks";

type Work = NonNullable<QaWorkDto["generation"]>;

/** Pairs that are being imported or made of files, how far that is, and how to end it. */
export function QaWork({ baseId }: { baseId?: string }) {
  const t = useTranslations("knowledge-qa");
  const { data } = useQuery(qaWorkQuery(baseId));
  const running = [data?.import, data?.generation].filter((work): work is Work => isUnderWay(work ?? undefined));
  useRefreshed(
    running.reduce((sum, { added }) => sum + added, 0),
    running.length,
  );
  if (running.length === 0) return null;
  return (
    <div role="status" className="shrink-0 divide-y border-b text-sm">
      {running.map((work) => {
        const { status, done, total, added } = work;
        const isImport = work.taskId === data?.import?.taskId;
        const label =
          status === "waiting"
            ? t("import.waiting")
            : isImport
              ? t("import.running", { done, total })
              : t("generate.running", { done, total, added });
        return <Line key={work.taskId} baseId={baseId} work={work} label={label} />;
      })}
    </div>
  );
}

function Line({ baseId, work, label }: { baseId?: string; work: Work; label: string }) {
  const t = useTranslations("knowledge-qa.import");
  const { cancel } = useQaActions(baseId);
  const { taskId, done, total } = work;
  return (
    <div className="flex items-center gap-3 px-4 py-2 md:px-5">
      <span className="min-w-0 flex-1 text-fg-2">{label}</span>
      <Meter value={total > 0 ? (100 * done) / total : 0} label={label} className="w-40 max-md:hidden" />
      <Button size="sm" variant="ghost" loading={cancel.isPending} onClick={() => cancel.mutate(taskId)}>
        {t("cancel")}
      </Button>
    </div>
  );
}

/** The list is read anew as pairs come in, and once more at the end. */
function useRefreshed(added: number, running: number): void {
  const client = useQueryClient();
  const before = useRef({ added, running });
  useEffect(() => {
    const isNew = added !== before.current.added || running < before.current.running;
    before.current = { added, running };
    if (isNew) void client.invalidateQueries({ queryKey: knowledgeKeys.all });
  }, [added, running, client]);
}

/** How the last import ended, with the rows that were not taken. */
export function LastImport({ work }: { work: NonNullable<QaWorkDto["import"]> }) {
  const t = useTranslations("knowledge-qa.import");
  const errorText = useErrorText();
  const { status, error, fileName: name, added, skipped, refused, rows } = work;
  return (
    <section className="space-y-2 text-sm" aria-live="polite">
      <p className="wrap-anywhere">
        {status === "done" && t("done", { name, added, skipped, refused })}
        {status === "failed" && t("failed", { name, reason: errorText(error) })}
        {status === "cancelled" && t("cancelled", { name, added })}
      </p>
      {rows.length > 0 && (
        <>
          <h3 className="font-semibold">{t("rows")}</h3>
          <ul className="max-h-96 divide-y overflow-y-auto rounded-md border">
            {rows.map(({ row, reason, text }) => (
              <li key={row} className="px-3 py-1.5">
                <span className="tnum">{t("row", { row })}</span>: {t(`reason.${reason}`)}
                {text && <span className="block truncate text-fg-3 text-xs">{text}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** How the last generation ended. */
export function LastGeneration({ work }: { work: Work }) {
  const t = useTranslations("knowledge-qa.generate");
  const errorText = useErrorText();
  const { status, error, added, skipped } = work;
  return (
    <p className="text-sm" aria-live="polite">
      {status === "done" && t("done", { added, skipped })}
      {status === "failed" && t("failed", { reason: errorText(error) })}
      {status === "cancelled" && t("cancelled", { added })}
    </p>
  );
}
