"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { diffOf, type FieldChange } from "@/lib/features/operation-log/diff";
import type { OperationDetailDto } from "@/lib/features/operation-log/dto";
import { useLogTexts } from "./use-log-texts";

/** What was before and after, field by field: what went is struck through, what came is underlined (design 5). */
export function ChangeList({ row }: { row: OperationDetailDto }) {
  const t = useTranslations("operation-log.drawer");
  const texts = useLogTexts();
  const { before, after } = row;
  const [showsSame, setShowsSame] = useState(false);
  const hasBoth = before !== null && after !== null;
  const changes = diffOf(before, after, texts.value(row));
  const same = hasBoth ? changes.filter(({ kind }) => kind === "same") : [];
  const shown = showsSame || !hasBoth ? changes : changes.filter(({ kind }) => kind !== "same");
  if (changes.length === 0) return <p className="text-fg-3 text-sm">{t("noChanges")}</p>;
  return (
    <>
      <dl className="divide-y rounded-md border">
        {shown.map((change) => (
          <Change key={change.path} change={change} isAlone={!hasBoth} />
        ))}
      </dl>
      {same.length > 0 && !showsSame && (
        <Button variant="ghost" size="sm" className="mt-2" onClick={() => setShowsSame(true)}>
          {t("same", { count: same.length })}
        </Button>
      )}
    </>
  );
}

function Change({ change, isAlone }: { change: FieldChange; isAlone: boolean }) {
  const t = useTranslations("operation-log.drawer");
  const texts = useLogTexts();
  const { path, kind, before, after } = change;
  return (
    <div className="grid gap-x-4 gap-y-1 px-3 py-2 text-sm sm:grid-cols-[9rem_1fr]">
      <dt className="min-w-0 break-words text-fg-3">{texts.field(path)}</dt>
      <dd className="min-w-0 space-y-1 whitespace-pre-wrap break-words">
        {isAlone || kind === "same" ? (
          <Value text={after ?? before} />
        ) : (
          <>
            {kind !== "added" && (
              <div>
                <del className="rounded-xs bg-danger-soft px-1 text-danger-ink">
                  <span className="sr-only">{t("before")} </span>
                  {before || t("none")}
                </del>
              </div>
            )}
            {kind !== "removed" && (
              <div>
                <ins className="rounded-xs bg-success-soft px-1 text-success-ink">
                  <span className="sr-only">{t("after")} </span>
                  {after || t("none")}
                </ins>
              </div>
            )}
          </>
        )}
      </dd>
    </div>
  );
}

function Value({ text }: { text: string | null }) {
  const t = useTranslations("operation-log.drawer");
  return text ? text : <span className="text-fg-3">{t("none")}</span>;
}
