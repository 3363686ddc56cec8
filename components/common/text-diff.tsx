"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { textDiff } from "@/lib/text/text-diff";

/** How much of an unchanged stretch stays beside a change, lines. */
const CONTEXT = 2;

/** Two texts against one another: what went is struck through, what came is underlined (design 5). */
export function TextDiff({ before, after }: { before: string; after: string }) {
  const t = useTranslations("common.diff");
  const parts = useMemo(() => textDiff(before, after), [before, after]);
  if (parts.every(({ kind }) => kind === "same")) return <p className="text-fg-3 text-sm">{t("same")}</p>;
  return (
    <div className="whitespace-pre-wrap break-words text-sm leading-6 [overflow-wrap:anywhere]">
      {parts.map((part, index) => {
        const key = index;
        if (part.kind === "removed") {
          return (
            <del key={key} className="bg-danger-soft text-danger-ink">
              <span className="sr-only">{t("removed")}</span>
              {part.text}
            </del>
          );
        }
        if (part.kind === "added") {
          return (
            <ins key={key} className="bg-success-soft text-success-ink">
              <span className="sr-only">{t("added")}</span>
              {part.text}
            </ins>
          );
        }
        return <span key={key}>{shortened(part.text, index === 0, index === parts.length - 1)}</span>;
      })}
    </div>
  );
}

/** A long unchanged stretch keeps what stands next to the changes. */
function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const lines = text.split("\n");
  if (lines.length <= 2 * CONTEXT + 2) return text;
  const head = isFirst ? [] : lines.slice(0, CONTEXT + 1);
  const tail = isLast ? [] : lines.slice(-CONTEXT - 1);
  return [...head, "⋯", ...tail].join("\n");
}
