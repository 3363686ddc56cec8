"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { DocumentPicture } from "@/components/common/document-picture";
import { FileIcon } from "@/components/common/file-icon";
import { useWhen } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { FoundFileDto, FoundSliceDto } from "@/lib/features/knowledge/search-dto";
import type { SearchState } from "@/lib/features/knowledge/search-filter";
import { Marked } from "./marked";

/** Files and places that are shown at once, and of one file. */
export const FILES_SHOWN = 20;
const SLICES_SHOWN = 3;

/** One place of the list that can be chosen: a slice, or a file that is only called by the words. */
export interface Entry {
  key: string;
  file: FoundFileDto;
  slice: FoundSliceDto | null;
}

/** What is listed, in the order of the list. */
export function entriesOf(
  files: readonly FoundFileDto[],
  view: SearchState["view"],
  open: ReadonlySet<string>,
): Entry[] {
  return files.flatMap((file): Entry[] => {
    const named = { key: file.id, file, slice: null };
    if (view === "files" || file.slices.length === 0) return view === "slices" ? [] : [named];
    const slices = view === "slices" || open.has(file.id) ? file.slices : file.slices.slice(0, SLICES_SHOWN);
    return slices.map((slice) => ({ key: slice.sliceId, file, slice }));
  });
}

interface SearchResultsProps {
  entries: readonly Entry[];
  view: SearchState["view"];
  activeKey: string | null;
  onChoose: (key: string) => void;
  /** Shows all places of a file. */
  onMore: (fileId: string) => void;
  /** Where a file is opened; null where the person may not. */
  hrefOf: (file: FoundFileDto) => string | null;
}

/** What was found: places below their file, places alone, or files alone. */
export function SearchResults({ entries, view, activeKey, onChoose, onMore, hrefOf }: SearchResultsProps) {
  const t = useTranslations("knowledge-search.list");
  const files = [...Map.groupBy(entries, ({ file }) => file.id).values()];
  const [shown, setShown] = useState(FILES_SHOWN);
  // The place that was stepped to is always among those shown.
  const at = files.findIndex((of) => of.some(({ key }) => key === activeKey));
  const count = Math.max(shown, at + 1);
  const left = Math.min(FILES_SHOWN, files.length - count);
  return (
    <>
      <ul aria-label={t("label")}>
        {files.slice(0, count).map((of) => {
          const { file } = of[0]!;
          const rest = file.slices.length - of.length;
          return (
            <li key={file.id} className={cn("border-b py-3", file.isExpired && "text-fg-3")}>
              <FileHead file={file} href={hrefOf(file)} />
              {of.map((entry) => (
                <Row key={entry.key} entry={entry} isActive={entry.key === activeKey} onChoose={onChoose} />
              ))}
              {view === "all" && rest > 0 && file.slices.length > 0 && (
                <button
                  type="button"
                  onClick={() => onMore(file.id)}
                  className="ml-11 min-h-6 rounded-xs text-primary-ink text-sm hover:underline pointer-coarse:min-h-11"
                >
                  {t("rest", { count: rest })}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {left > 0 && (
        <div className="flex justify-center py-3">
          <Button variant="ghost" onClick={() => setShown(count + FILES_SHOWN)}>
            {t("more", { count: left })}
          </Button>
        </div>
      )}
    </>
  );
}

function FileHead({ file, href }: { file: FoundFileDto; href: string | null }) {
  const t = useTranslations("knowledge-search.list");
  const when = useWhen();
  const { name, marks, format, tags, baseName: base, ownerName: owner } = file;
  const date = when(file.updatedAt);
  const title: ReactNode = <Marked text={name} marks={marks} />;
  return (
    <div className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-0.5 px-5 max-md:px-4">
      <FileIcon format={format} size={16} />
      <h3 className="min-w-0 truncate font-semibold text-sm" title={name}>
        {href ? (
          <Link href={href} prefetch={false} aria-label={t("open", { name })} className="rounded-xs hover:underline">
            {title}
          </Link>
        ) : (
          title
        )}
      </h3>
      {tags.slice(0, 3).map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
      {file.isExpired && <Badge tone="warning">{t("expired")}</Badge>}
      <span className="ml-auto min-w-0 truncate text-fg-3 text-xs max-md:w-full max-md:pl-6" suppressHydrationWarning>
        {owner ? t("about", { base, owner, date }) : t("aboutUnowned", { base, date })}
      </span>
    </div>
  );
}

function Row({ entry, isActive, onChoose }: { entry: Entry; isActive: boolean; onChoose: (key: string) => void }) {
  const t = useTranslations("knowledge-search.list");
  const { key, file, slice } = entry;
  const place = slice && placeOf(file.format);
  return (
    <button
      type="button"
      data-place={key}
      aria-current={isActive || undefined}
      onClick={() => onChoose(key)}
      className={cn(
        "flex w-full items-start gap-3 border-l-3 border-transparent py-1.5 pr-5 pl-10.5 text-left text-sm leading-5.5 -outline-offset-2 max-md:flex-col max-md:gap-0.5 max-md:pr-4 pointer-coarse:min-h-11",
        isActive ? "border-primary bg-primary-soft" : "hover:bg-subtle",
      )}
    >
      {slice?.picture && (
        <DocumentPicture
          versionId={file.versionId}
          name={slice.picture}
          alt=""
          className="h-11 w-16 shrink-0 rounded-xs border"
        />
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">
        {slice ? <Marked text={slice.excerpt} marks={slice.marks} /> : <span className="text-fg-3">{t("named")}</span>}
      </span>
      {place && <span className="tnum shrink-0 text-fg-3 text-xs">{t(place, { number: slice.part })}</span>}
    </button>
  );
}

/** What a part of a file is called; null where it has none that people know. */
function placeOf(format: FoundFileDto["format"]): "page" | "slide" | "sheet" | null {
  if (format === "pdf") return "page";
  if (format === "pptx") return "slide";
  return format === "xlsx" ? "sheet" : null;
}
