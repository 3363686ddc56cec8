"use client";

import { useTranslations } from "next-intl";
import { CopyButton } from "@/components/common/copy-button";

/** Characters that are drawn of a value. */
const SHOWN_MAX = 20_000;

interface JsonBlockProps {
  label: string;
  /** At the right of the label. */
  note?: string;
  value: unknown;
}

/** A value as JSON, nothing of which is rendered; a text as it is. */
export function JsonBlock({ label, note, value }: JsonBlockProps) {
  const t = useTranslations("apps-runs.step");
  const isEmpty =
    value === null ||
    value === undefined ||
    value === "" ||
    (typeof value === "object" && Object.keys(value).length === 0);
  const text = isEmpty ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const isCut = text.length > SHOWN_MAX;
  return (
    <div className="min-w-0">
      <div className="flex h-7 items-center gap-2 text-fg-3 text-xs">
        <span className="flex-1 truncate">{label}</span>
        {note && <span className="tnum">{note}</span>}
        {!isEmpty && <CopyButton text={text} size={24} />}
      </div>
      {isEmpty ? (
        <p className="rounded-sm border bg-subtle px-2.5 py-1.5 text-fg-3 text-xs">{t("nothing")}</p>
      ) : (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-sm border bg-subtle px-2.5 py-1.5 font-mono text-xs"
        >
          {isCut ? `${text.slice(0, SHOWN_MAX)}…` : text}
        </pre>
      )}
      {isCut && <p className="mt-1 text-fg-3 text-xs">{t("cut")}</p>}
    </div>
  );
}
