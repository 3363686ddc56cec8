"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { RecallImportedDto } from "@/lib/features/knowledge-operations/recall-dto";
import { useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";
import { IMPORT_COLUMNS } from "@/lib/features/knowledge-operations/recall-import";
import { PLACE_WORDS_MAX, RECALL_QUESTION_MAX } from "@/lib/features/knowledge-operations/recall-limits";

const MOST = { question: RECALL_QUESTION_MAX, file: 0, words: PLACE_WORDS_MAX };

/** Questions of a table; rows that are wrong are named, and left out where the person says so. */
export function ImportDrawer({ setId, onClose }: { setId: string; onClose: () => void }) {
  const t = useTranslations("knowledge-operations-tests.import");
  const { importTable } = useRecallActions();
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const { data } = importTable;
  const send = (chosen: File, skip: boolean) => {
    setFile(chosen);
    importTable.mutate({ setId, file: chosen, skip });
  };
  const canSkip = file && data && data.added === 0 && data.problemCount > 0 && data.rows > data.problemCount;
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} className="space-y-4 text-sm">
        <p className="text-fg-2">{t("text")}</p>
        <dl className="divide-y rounded-md border">
          {IMPORT_COLUMNS.map((column) => (
            <div key={column} className="flex gap-3 px-3 py-2">
              <dt className="w-20 shrink-0 font-semibold">{t(`column.${column}`)}</dt>
              <dd className="text-fg-2">{t(`about.${column}`, { max: MOST[column] })}</dd>
            </div>
          ))}
        </dl>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.csv"
          hidden
          aria-hidden
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            target.value = "";
            if (chosen) send(chosen, false);
          }}
        />
        <Button icon={FileUp} loading={importTable.isPending} onClick={() => input.current?.click()}>
          {t("choose")}
        </Button>
        <FormFailure error={importTable.error} />
        {importTable.isPending && <p role="status">{t("sending")}</p>}
        {data && !importTable.isPending && <Result result={data} />}
        {canSkip && (
          <Button loading={importTable.isPending} onClick={() => send(file, true)}>
            {t("skip")}
          </Button>
        )}
      </SheetContent>
    </Sheet>
  );
}

function Result({ result: { rows, added, problems, problemCount } }: { result: RecallImportedDto }) {
  const t = useTranslations("knowledge-operations-tests.import");
  const hidden = problemCount - problems.length;
  return (
    <section role="status" className="space-y-2">
      {added > 0 && <p className="text-success-ink">{t("done", { added })}</p>}
      {rows === 0 && <p className="text-fg-2">{t("nothing")}</p>}
      {problemCount > 0 && (
        <>
          <p className={added > 0 ? "text-warning-ink" : "text-danger-ink"}>
            {t(added > 0 ? "left" : "wrong", { count: problemCount })}
          </p>
          <ul className="max-h-80 divide-y overflow-y-auto rounded-md border">
            {problems.map(({ row, column, problem }) => (
              <li key={row} className="flex gap-3 px-3 py-1.5">
                <span className="tnum w-20 shrink-0 text-fg-3">{t("row", { row })}</span>
                <span>{t(`problem.${problem}`, { column: t(`column.${column}`) })}</span>
              </li>
            ))}
            {hidden > 0 && <li className="px-3 py-1.5 text-fg-3">{t("more", { count: hidden })}</li>}
          </ul>
        </>
      )}
    </section>
  );
}
