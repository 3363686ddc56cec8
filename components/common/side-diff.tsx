"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { type DiffPart, textDiff } from "@/lib/text/text-diff";

interface SideDiffProps {
  before: string;
  after: string;
  /** What each side is called. */
  labels: { before: string; after: string };
  /** Stands where a side has no words. */
  empty: string;
}

/** Two texts side by side, each whole: what only the one has is marked in it. On a narrow screen one stands below the other. */
export function SideDiff({ before, after, labels, empty }: SideDiffProps) {
  const parts = useMemo(() => textDiff(before, after), [before, after]);
  const sides = [
    { key: "before", label: labels.before, only: "removed", text: before },
    { key: "after", label: labels.after, only: "added", text: after },
  ] as const;
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {sides.map(({ key, label, only, text }) => (
        <section key={key} aria-label={label} className="min-w-0 rounded-md border">
          <h3 className="border-b px-4 py-2 font-semibold text-fg-2 text-sm">{label}</h3>
          <div className="whitespace-pre-wrap break-words px-4 py-3 text-sm leading-6 [overflow-wrap:anywhere]">
            {text === "" ? <p className="text-fg-3">{empty}</p> : <Side parts={parts} only={only} />}
          </div>
        </section>
      ))}
    </div>
  );
}

function Side({ parts, only }: { parts: readonly DiffPart[]; only: "removed" | "added" }) {
  const t = useTranslations("common.diff");
  const Mark = only === "removed" ? "del" : "ins";
  const look = only === "removed" ? "bg-danger-soft text-danger-ink no-underline" : "bg-success-soft text-success-ink";
  return parts.map((part, index) => {
    const key = index;
    if (part.kind === "same") return <span key={key}>{part.text}</span>;
    if (part.kind !== only) return null;
    return (
      <Mark key={key} className={look}>
        <span className="sr-only">{t(only)}</span>
        {part.text}
      </Mark>
    );
  });
}
