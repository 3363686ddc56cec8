"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderInput, NotebookPen, StarOff, TextQuote } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { menuColumn } from "@/components/common/data-table/actions-column";
import { BulkButton } from "@/components/common/data-table/bulk-button";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { useWhen } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import type { CollectedDto, CollectionFolderDto } from "@/lib/collected/dto";
import { COLLECTED_PAGE, type CollectedFilter, collectedQuery } from "@/lib/collected/hooks";
import { COLLECTABLE_ICONS } from "@/lib/collected/limits";
import type { CollectedCommands } from "./use-collected-commands";

interface CollectedTableProps {
  filter: CollectedFilter;
  folders: readonly CollectionFolderDto[];
  commands: CollectedCommands;
  empty: ReactNode;
  onPage: (page: number) => void;
  /** Shows the copy that was kept. */
  onOpen: (id: string) => void;
  onClear?: () => void;
}

/** The collected items of a filter. */
export function CollectedTable({ filter, folders, commands, empty, onPage, onOpen, onClear }: CollectedTableProps) {
  const t = useTranslations("personal.collected");
  const query = useQuery(collectedQuery(filter));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = (query.data?.items ?? []).filter(({ id }) => picked.has(id));
  const unpick = () => setPicked(new Set());
  const columns = useColumns({ filter, folders, commands, onOpen });
  return (
    <DataTable
      label={t("list")}
      columns={columns}
      rowKey={({ id }) => id}
      state={query}
      page={filter.page}
      pageSize={COLLECTED_PAGE}
      onPageChange={onPage}
      onOpen={(row) => {
        if (hasCopy(row)) onOpen(row.id);
      }}
      onClearFilters={onClear}
      empty={empty}
      selection={{
        keys: picked,
        onChange: setPicked,
        label: ({ title }) => t("pick", { title }),
        actions: (
          <>
            <Button size="sm" icon={FolderInput} onClick={() => commands.move(chosen, unpick)}>
              {t("move")}
            </Button>
            <BulkButton label={t("remove")} icon={StarOff} danger onClick={() => commands.remove(chosen, unpick)} />
          </>
        ),
      }}
    />
  );
}

/** Of a document, a base or a file of one nothing is copied. */
const hasCopy = ({ kind }: CollectedDto) => kind !== "document" && kind !== "base" && kind !== "baseFile";

function useColumns({
  filter,
  folders,
  commands,
  onOpen,
}: Pick<CollectedTableProps, "filter" | "folders" | "commands" | "onOpen">): Column<CollectedDto>[] {
  const t = useTranslations("personal.collected");
  const when = useWhen();
  const columns: (Column<CollectedDto> | null)[] = [
    { key: "title", header: t("column.title"), cell: (row) => <Title row={row} onOpen={onOpen} /> },
    filter.folderId || folders.length === 0
      ? null
      : {
          key: "folder",
          header: t("column.folder"),
          cell: ({ folderId }) => (
            <span className="block max-w-40 truncate text-fg-2">
              {folders.find(({ id }) => id === folderId)?.name ?? "–"}
            </span>
          ),
        },
    {
      key: "createdAt",
      header: t("column.createdAt"),
      phone: "line",
      width: "140px",
      cell: ({ createdAt }) => <span className="tnum whitespace-nowrap text-fg-2">{when(createdAt)}</span>,
    },
    menuColumn(
      ({ title }) => t("more", { title }),
      (row) => [
        ...(hasCopy(row)
          ? [{ key: "copy", label: t("showCopy"), icon: TextQuote, onSelect: () => onOpen(row.id) }]
          : []),
        {
          key: "note",
          label: t(row.note ? "note.change" : "note.add"),
          icon: NotebookPen,
          onSelect: () => commands.note(row),
        },
        { key: "move", label: t("moveTo"), icon: FolderInput, onSelect: () => commands.move([row]) },
        {
          key: "remove",
          label: t("remove"),
          icon: StarOff,
          danger: true,
          apart: true,
          onSelect: () => commands.remove([row]),
        },
      ],
    ),
  ];
  return columns.filter((column) => column !== null);
}

/** What it is, its beginning and the person's note. It leads to where it came from, else to the copy. */
function Title({ row, onOpen }: { row: CollectedDto; onOpen: (id: string) => void }) {
  const t = useTranslations("personal.collected");
  const kind = useTranslations("collectables");
  const Icon = COLLECTABLE_ICONS[row.kind];
  const className = "block max-w-full truncate rounded-xs text-left font-medium hover:text-primary-ink hover:underline";
  return (
    <span className="flex min-w-0 max-w-160 items-start gap-2.5 py-1.5">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{kind(row.kind)}: </span>
        {row.href ? (
          <Link href={row.href} prefetch={false} className={className}>
            {row.title}
          </Link>
        ) : hasCopy(row) ? (
          <button type="button" className={className} onClick={() => onOpen(row.id)}>
            {row.title}
          </button>
        ) : (
          <span className="block truncate font-medium text-fg-3">{row.title || kind(row.kind)}</span>
        )}
        {row.excerpt && <span className="line-clamp-2 break-words text-fg-3 text-xs">{plain(row.excerpt)}</span>}
        {row.href === null && row.kind !== "prompt" && (
          <span className="block text-fg-3 text-xs">
            {t(hasCopy(row) ? "sourceGone" : row.title ? "documentGone" : "withheld")}
          </span>
        )}
        {row.note && (
          <span className="mt-0.5 flex items-start gap-1 text-fg-2 text-xs">
            <NotebookPen aria-hidden size={12} className="mt-[3px] shrink-0" />
            <span className="sr-only">{t("note.label")}: </span>
            <span className="line-clamp-2 min-w-0 whitespace-pre-line break-words">{row.note}</span>
          </span>
        )}
      </span>
    </span>
  );
}

/** An excerpt is read, not rendered: what markdown marks with is left out. */
function plain(text: string): string {
  return text
    .replace(/\s*\[\^c\d+\]/g, "")
    .replace(/[#*`>|_]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
