"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FileIcon } from "@/components/common/file-icon";
import { cn } from "@/components/ui/cn";
import type { Citation } from "@/lib/citations/dto";
import { resolvedQuery } from "@/lib/features/reader/hooks";

interface SourceTabsProps {
  citations: readonly Citation[];
  /** Version shown. */
  versionId: string;
  activeId: number | null;
  onActiveChange: (id: number) => void;
}

/** The files an answer cites, each with the numbers of its citations. */
export function SourceTabs({ citations, versionId, activeId, onActiveChange }: SourceTabsProps) {
  const t = useTranslations("reader");
  const { data: resolved, isPending } = useQuery(resolvedQuery(citations));
  // What a removed file was called is not told any more (spec D5).
  const nameOf = ({ id, fileName }: Citation) =>
    isPending ? "…" : resolved?.get(id)?.state === "gone" ? t("state.gone") : fileName;
  const files = [...new Set(citations.map((citation) => citation.versionId))];
  const activeNumber = citations.find(({ id }) => id === activeId)?.number;
  return (
    <nav aria-label={t("citation.files")} className="flex min-w-0 flex-1 gap-1 overflow-x-auto">
      {files.map((file) => {
        const own = citations.filter((citation) => citation.versionId === file);
        const first = own[0]!;
        const isShown = file === versionId;
        return (
          <div
            key={file}
            className={cn("flex h-8 max-w-72 shrink-0 items-center gap-1.5 rounded-sm px-2", isShown && "bg-muted")}
          >
            <button
              type="button"
              aria-current={isShown || undefined}
              onClick={() => !isShown && onActiveChange(first.id)}
              className={cn(
                "flex min-w-0 items-center gap-1.5 text-sm",
                isShown ? "text-fg" : "text-fg-2 hover:text-fg",
              )}
            >
              <FileIcon format={first.format} size={16} />
              <span className="truncate">{nameOf(first)}</span>
            </button>
            {[...new Map(own.map((citation) => [citation.number, citation])).values()].slice(0, 6).map((citation) => (
              <button
                key={citation.id}
                type="button"
                aria-label={t("citation.mark", { number: citation.number })}
                aria-current={citation.number === activeNumber || undefined}
                onClick={() => onActiveChange(citation.id)}
                className={cn(
                  "tnum grid size-6 shrink-0 place-items-center rounded-xs text-[11px] font-semibold leading-none -mx-0.5",
                )}
              >
                <span
                  className={cn(
                    "grid size-4.5 place-items-center rounded-xs",
                    citation.number === activeNumber ? "bg-evidence-strong text-fg" : "bg-evidence text-evidence-ink",
                  )}
                >
                  {citation.number}
                </span>
              </button>
            ))}
          </div>
        );
      })}
    </nav>
  );
}
