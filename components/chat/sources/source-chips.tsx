"use client";

import { useTranslations } from "next-intl";
import { useContext } from "react";
import { DocumentPicture } from "@/components/common/document-picture";
import { FileIcon } from "@/components/common/file-icon";
import { cn } from "@/components/ui/cn";
import type { Citation } from "@/lib/citations/dto";
import { SourceSelectionContext } from "./context";
import { usePlace } from "./place";

interface SourceChipsProps {
  owner: string;
  citations: readonly Citation[];
  gone: ReadonlySet<number>;
}

/** The sources of an answer at full size, one for each number; they scroll sideways on a phone (design 7.6, 12). */
export function SourceChips({ owner, citations, gone }: SourceChipsProps) {
  const t = useTranslations("chat.sources");
  const place = usePlace();
  const selection = useContext(SourceSelectionContext);
  const sources = citations.filter(
    ({ number }, index) => citations.findIndex((other) => other.number === number) === index,
  );
  if (sources.length === 0) return null;
  const pictures = sources.filter(({ id, picture }) => picture && !gone.has(id));
  return (
    <>
      {pictures.length > 0 && (
        <ul aria-label={t("pictures")} className="mt-2 flex flex-wrap gap-2">
          {pictures.map((source) => (
            <li key={source.number}>
              <button
                type="button"
                aria-label={t("mark", { number: source.number, file: source.fileName, place: place(source.place) })}
                onClick={() => selection?.open(owner, citations, source.id)}
                className="relative block rounded-md border p-1 hover:border-border-strong"
              >
                <DocumentPicture
                  versionId={source.versionId}
                  name={source.picture!.name}
                  alt={source.picture!.text}
                  className="h-28 w-auto min-w-16 max-w-60 rounded-sm"
                />
                <span className="tnum absolute top-2 left-2 grid h-4 min-w-4 place-items-center rounded-xs bg-evidence px-1 text-[11px] font-semibold text-evidence-ink">
                  {source.number}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul
        aria-label={t("heading")}
        className="mb-3 mt-1 flex flex-wrap gap-1.5 max-md:flex-nowrap max-md:overflow-x-auto"
      >
        {sources.map((source) => {
          const where = place(source.place);
          const active = selection?.active;
          const isActive =
            active?.owner === owner && citations.find(({ id }) => id === active.id)?.number === source.number;
          if (gone.has(source.id)) {
            return (
              <li
                key={source.number}
                className="flex h-7 shrink-0 items-center gap-1.5 rounded-sm border px-1.5 text-sm text-fg-3 pointer-coarse:h-11"
              >
                <span className="tnum grid h-4 min-w-4 place-items-center rounded-xs bg-muted px-1 text-[11px] font-semibold">
                  {source.number}
                </span>
                {t("removed")}
              </li>
            );
          }
          return (
            <li key={source.number} className="max-w-full shrink-0">
              <button
                type="button"
                aria-pressed={isActive}
                onClick={() => selection?.open(owner, citations, source.id)}
                className={cn(
                  "flex h-7 max-w-72 items-center gap-1.5 rounded-sm border px-1.5 text-sm text-fg-2 transition-colors hover:border-border-strong hover:text-fg pointer-coarse:h-11",
                  isActive && "border-evidence-strong text-fg",
                )}
              >
                <span
                  className={cn(
                    "tnum grid h-4 min-w-4 shrink-0 place-items-center rounded-xs px-1 text-[11px] font-semibold text-evidence-ink",
                    isActive ? "bg-evidence-strong" : "bg-evidence",
                  )}
                >
                  {source.number}
                </span>
                <FileIcon format={source.format} size={14} />
                <span className="min-w-0 truncate">{source.fileName}</span>
                {where && <span className="shrink-0 text-xs text-fg-3">{where}</span>}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
