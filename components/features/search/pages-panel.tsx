"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { SafeLink } from "@/components/chat/safe-link";
import { useErrorText } from "@/components/common/use-error-text";
import { useMinute } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import { Spinner } from "@/components/ui/spinner";
import { Tile } from "@/components/ui/tile";
import type { Citation } from "@/lib/citations/dto";
import type { SearchAgainDto } from "@/lib/features/search/chat-dto";
import type { PageData } from "@/lib/stream/parts";

const PARTS = ["cited", "read", "unread"] as const;
type Part = (typeof PARTS)[number];

/** What of a page is other than when it was cited. */
export type PageChanges = ReadonlyMap<string, SearchAgainDto["pages"][number]["state"]>;

interface PagesPanelProps {
  pages: readonly PageData[];
  citations: readonly Citation[];
  /** Of the page in the reader. */
  versionId: string | null;
  /** The answer's citations of the page are marked in it. */
  onOpen: (versionId: string) => void;
  changes: PageChanges;
}

/** The pages of an answer: those it cites, those that were read, those that could not be. */
export function PagesPanel({ pages, citations, versionId, onOpen, changes }: PagesPanelProps) {
  const t = useTranslations("search.pages");
  const parts = useMemo(() => partsOf(pages, citations), [pages, citations]);
  const [chosen, setChosen] = useState<Part | null>(null);
  const part = chosen ?? PARTS.find((one) => parts[one].length > 0) ?? "read";
  const shown = parts[part];
  return (
    <section aria-label={t("label")} className="flex max-h-[45%] shrink-0 flex-col">
      <div className="flex h-12 shrink-0 items-center px-4">
        <Segmented
          aria-label={t("label")}
          value={part}
          onValueChange={(value) => setChosen(value as Part)}
          options={PARTS.map((one) => ({ value: one, label: `${t(one)} ${parts[one].length}` }))}
        />
      </div>
      {shown.length === 0 && <p className="px-5 pb-4 text-fg-3 text-sm">{t("none")}</p>}
      <ul className="min-h-0 overflow-y-auto px-2 pb-2">
        {shown.map((page) => (
          <li key={page.address || page.versionId}>
            <PageRow
              page={page}
              marks={citations.filter((one) => one.versionId === page.versionId)}
              isOpen={page.versionId !== undefined && page.versionId === versionId}
              change={changes.get(page.address)}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function partsOf(pages: readonly PageData[], citations: readonly Citation[]): Record<Part, PageData[]> {
  const cited = new Set(citations.map((one) => one.versionId));
  const isCited = ({ versionId }: PageData) => versionId !== undefined && cited.has(versionId);
  return {
    cited: pages.filter(isCited),
    read: pages.filter((page) => page.state === "read" && !isCited(page)),
    unread: pages.filter(({ state }) => state !== "read"),
  };
}

interface PageRowProps extends Pick<PagesPanelProps, "onOpen"> {
  page: PageData;
  marks: readonly Citation[];
  isOpen: boolean;
  change: SearchAgainDto["pages"][number]["state"] | undefined;
}

function PageRow({ page, marks, isOpen, change, onOpen }: PageRowProps) {
  const t = useTranslations("search.pages");
  const ta = useTranslations("search.again");
  const minute = useMinute();
  const errorText = useErrorText();
  const { address, title, state, versionId, fetchedAt, failure } = page;
  if (!address) return <p className="px-3 py-2 text-fg-3 text-sm">{t("gone")}</p>;
  const host = hostOf(address);
  const words = title || address;
  const detail = failure
    ? errorText(failure, { address: host })
    : state === "reading"
      ? t("reading")
      : fetchedAt && t("snapshot", { time: minute(fetchedAt) });
  const face = (
    <>
      {state === "reading" ? <Spinner size={16} /> : <Tile id={host} name={host.replace(/^www\./, "")} size={26} />}
      <span className="min-w-0 flex-1">
        <span className={cn("block truncate text-sm", isOpen && "font-semibold")}>{words}</span>
        <span
          className={cn("block truncate text-xs", failure ? "text-warning-ink" : "text-fg-3")}
          suppressHydrationWarning
        >
          {host}
          {detail && ` · ${detail}`}
        </span>
      </span>
      {(change === "changed" || change === "gone") && <Badge tone="warning">{ta(change)}</Badge>}
      <span className="flex shrink-0 gap-1">
        {marks.slice(0, 4).map(({ id, number }) => (
          <span key={id} aria-hidden className="citation-mark tnum bg-evidence font-semibold text-evidence-ink">
            {number}
          </span>
        ))}
      </span>
    </>
  );
  const row = "flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-1.5 text-left";
  return (
    <div className={cn("flex items-center rounded-md", isOpen ? "bg-muted" : "hover:bg-subtle")}>
      {versionId ? (
        <button type="button" aria-pressed={isOpen} onClick={() => onOpen(versionId)} className={row}>
          {face}
        </button>
      ) : (
        <div className={row}>{face}</div>
      )}
      <SafeLink
        href={address}
        aria-label={t("live")}
        className="mr-1 flex size-8 shrink-0 items-center justify-center rounded-sm text-fg-3 hover:bg-muted hover:text-fg pointer-coarse:size-11"
      >
        <ExternalLink aria-hidden size={15} strokeWidth={1.75} />
      </SafeLink>
    </div>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);
