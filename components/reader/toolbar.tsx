"use client";

import {
  ChevronDown,
  ChevronUp,
  Clock,
  Download,
  ExternalLink,
  PanelLeft,
  Search,
  X,
  ZoomIn,
  ZoomOut,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMinute } from "@/components/common/use-moments";
import { buttonClass } from "@/components/ui/button-class";
import { IconButton } from "@/components/ui/icon-button";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import { PageJump } from "./page-jump";
import type { ReaderSteps } from "./types";
import { nextZoom, ZOOM_MAX, ZOOM_MIN } from "./zoom";

interface ToolbarProps {
  document: ReaderDocumentDto;
  citations: ReaderSteps | null;
  /** Places that are no citations. */
  steps: ReaderSteps | null;
  page: { number: number; onJump: (number: number) => void } | null;
  zoom: number;
  onZoom: (zoom: number) => void;
  panel: { isOpen: boolean; onToggle: () => void } | null;
  isSearching: boolean;
  onSearch: () => void;
}

/** Second line of the reader: way through the citations and pages, size, search, the original (design 7.6). */
export function Toolbar({
  document,
  citations,
  steps,
  page,
  zoom,
  onZoom,
  panel,
  isSearching,
  onSearch,
}: ToolbarProps) {
  const t = useTranslations("reader");
  const way = citations ?? steps;
  const texts = citations ? "citation" : "places";
  return (
    <div
      role="toolbar"
      aria-label={t("toolbar.label")}
      className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-1 border-b px-3 py-1 text-sm text-fg-2"
    >
      {panel && (
        <IconButton icon={PanelLeft} label={t("toolbar.panel")} active={panel.isOpen} onClick={panel.onToggle} />
      )}
      {way && (
        <div className="flex items-center gap-0.5 max-md:hidden">
          <span className="tnum whitespace-nowrap px-1">
            {t(`${texts}.position`, { at: way.at || "–", total: way.total })}
          </span>
          <IconButton
            icon={ChevronUp}
            label={t(`${texts}.previousKey`)}
            disabled={way.at <= 1}
            onClick={() => way.onStep(-1)}
          />
          <IconButton
            icon={ChevronDown}
            label={t(`${texts}.nextKey`)}
            disabled={way.at >= way.total}
            onClick={() => way.onStep(1)}
          />
        </div>
      )}
      {document.web && way && <Rule />}
      {document.web && <Snapshot {...document.web} />}
      {way && page && <Rule />}
      {page && <PageJump {...page} parts={document.parts} />}
      <div className="ml-auto flex items-center gap-0.5">
        <IconButton
          icon={ZoomOut}
          label={t("toolbar.smaller")}
          disabled={zoom <= ZOOM_MIN}
          onClick={() => onZoom(nextZoom(zoom, -1))}
        />
        <button
          type="button"
          data-tooltip={t("toolbar.fit")}
          aria-label={t("toolbar.fitNow", { zoom: Math.round(zoom * 100) })}
          onClick={() => onZoom(1)}
          className="tnum h-7 min-w-11 rounded-sm px-1 text-center hover:bg-muted pointer-coarse:h-11"
        >
          {t("toolbar.zoom", { zoom: Math.round(zoom * 100) })}
        </button>
        <IconButton
          icon={ZoomIn}
          label={t("toolbar.larger")}
          disabled={zoom >= ZOOM_MAX}
          onClick={() => onZoom(nextZoom(zoom, 1))}
        />
        <Rule />
        <IconButton icon={Search} label={t("toolbar.search")} active={isSearching} onClick={onSearch} />
        <a
          href={`/api/reader/${document.versionId}/file`}
          download={document.fileName}
          aria-label={t("toolbar.download")}
          data-tooltip={t("toolbar.download")}
          className={buttonClass("ghost", "sm", "w-7 px-0 text-fg-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11")}
        >
          <Download aria-hidden size={16} strokeWidth={1.75} />
        </a>
      </div>
    </div>
  );
}

interface SnapshotProps {
  address: string;
  takenAt: string;
  hash: string;
}

/** When a web page said this, what it is known by, and the way to what it says now (spec C4). */
function Snapshot({ address, takenAt, hash }: SnapshotProps) {
  const t = useTranslations("reader.toolbar");
  const minute = useMinute();
  return (
    <span className="flex min-w-0 items-center gap-1.5 px-1 text-xs">
      <Clock aria-hidden size={13} className="shrink-0 text-fg-3" />
      <time dateTime={takenAt} className="tnum whitespace-nowrap" suppressHydrationWarning>
        {t("snapshot", { time: minute(takenAt) })}
      </time>
      <code className="text-fg-3 max-sm:hidden" data-tooltip={t("hash", { hash })}>
        {hash.slice(0, 4)}…{hash.slice(-4)}
      </code>
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer nofollow"
        aria-label={t("live", { address })}
        data-tooltip={t("live", { address })}
        className={buttonClass("ghost", "sm", "w-7 px-0 text-fg-3 pointer-coarse:min-h-11 pointer-coarse:min-w-11")}
      >
        <ExternalLink aria-hidden size={15} strokeWidth={1.75} />
      </a>
    </span>
  );
}

const Rule = () => <span aria-hidden className="mx-1.5 h-4 w-px shrink-0 bg-border-strong" />;

/** First line: what is shown, and the way out. */
export function Head({ children, onClose }: { children: ReactNode; onClose?: () => void }) {
  const t = useTranslations("reader");
  return (
    <header className="flex h-(--h-subbar) shrink-0 items-center gap-1 border-b pl-2 pr-3">
      {children}
      {onClose && <IconButton icon={X} label={t("toolbar.close")} className="ml-auto" onClick={onClose} />}
    </header>
  );
}
