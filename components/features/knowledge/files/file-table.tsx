"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import {
  CalendarClock,
  Copy,
  Download,
  Eye,
  FolderInput,
  History,
  Layers,
  OctagonX,
  RefreshCw,
  RotateCcw,
  ScanText,
  Scissors,
  Tags,
  Trash2,
  Undo2,
  Upload,
} from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { actionsColumn } from "@/components/common/data-table/actions-column";
import { BulkButton } from "@/components/common/data-table/bulk-button";
import { SizeCell, WhenCell } from "@/components/common/data-table/cells";
import { DataTable } from "@/components/common/data-table/data-table";
import { pagedList } from "@/components/common/data-table/paged-list";
import type { Column } from "@/components/common/data-table/types";
import { FileIcon } from "@/components/common/file-icon";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { PAGE_REFRESH } from "@/lib/config/knowledge-kinds";
import { useOffers } from "@/lib/features/knowledge/center-hooks";
import type { KnowledgeFileDto, KnowledgeFilesDto } from "@/lib/features/knowledge/dto";
import { type FileFilter, fileAddress } from "@/lib/features/knowledge/file-filter";
import { isWaitingForSettings } from "@/lib/features/knowledge/file-hooks";
import { REREADABLE } from "@/lib/features/knowledge/limits";
import { filePreviewHref, slicesHref } from "@/lib/features/knowledge/paths";
import { isFailed, isRunning } from "@/lib/ingestion/client/status";
import { useScreens } from "../screens";
import { FileState } from "./file-state";
import type { Chosen, FileCommands } from "./use-file-commands";

export interface Picked {
  ids: ReadonlySet<string>;
  /** Every file of the filter, on other pages too. */
  all: boolean;
}

interface FileTableProps {
  filter: FileFilter;
  query: UseQueryResult<KnowledgeFilesDto>;
  picked: Picked;
  commands: FileCommands & { details: (id: string) => void };
  empty: ReactNode;
  onFilter: (patch: Partial<FileFilter>) => void;
  onPick: (picked: Picked) => void;
}

/** Files of a base, or what lies in its trash. */
export function FileTable({ filter, query, picked, commands, empty, onFilter, onPick }: FileTableProps) {
  const mayReread = useOffers()("enhancedParsing");
  const t = useTranslations("knowledge-files");
  const columns = useColumns(filter, commands, onFilter);
  const { items = [], total = 0 } = query.data ?? {};
  const chosen: Chosen = {
    ids: [...picked.ids],
    count: picked.all ? total : picked.ids.size,
    filter: picked.all ? filter : undefined,
    onDone: () => onPick({ ids: new Set(), all: false }),
  };
  const rows = items.filter(({ id }) => picked.ids.has(id));
  const shared = rows[0]?.tags.filter((tag) => rows.every(({ tags }) => tags.includes(tag))) ?? [];
  return (
    <DataTable
      label={filter.trash ? t("trash") : t("title")}
      columns={columns}
      rowKey={({ id }) => id}
      state={query}
      {...pagedList(fileAddress, filter, onFilter)}
      empty={empty}
      selection={{
        keys: picked.ids,
        all: picked.all,
        offersAll: !filter.trash,
        onChange: (ids, all) => onPick({ ids, all }),
        label: ({ name }) => t("pick", { name }),
        actions: filter.trash ? (
          <Button size="sm" icon={Undo2} onClick={() => commands.restore(chosen)}>
            {t("command.restore")}
          </Button>
        ) : (
          <>
            <BulkButton label={t("command.resegment")} icon={Scissors} onClick={() => commands.resegment(chosen)} />
            {(picked.all || rows.some(({ status }) => isFailed(status))) && (
              <BulkButton label={t("command.retry")} icon={RotateCcw} onClick={() => commands.retryAll(chosen)} />
            )}
            <BulkButton
              label={t("command.tag")}
              icon={Tags}
              onClick={() => commands.tag(chosen, picked.all ? [] : shared)}
            />
            <BulkButton
              label={t("command.move")}
              icon={FolderInput}
              onClick={() => commands.move(chosen, filter.folder)}
            />
            <MoreMenu
              label={t("moreChosen")}
              commands={[
                {
                  key: "copy",
                  label: t("command.copy"),
                  icon: Copy,
                  onSelect: () => commands.copy(chosen, filter.folder),
                },
                ...(mayReread
                  ? [
                      {
                        key: "reread",
                        label: t("command.reread"),
                        icon: ScanText,
                        onSelect: () => commands.reread(chosen),
                      },
                    ]
                  : []),
                {
                  key: "download",
                  label: t("command.download"),
                  icon: Download,
                  onSelect: () => commands.archive(chosen),
                },
              ]}
            />
            <BulkButton label={t("command.delete")} icon={Trash2} danger onClick={() => commands.trash(chosen)} />
          </>
        ),
      }}
    />
  );
}

function useColumns(
  filter: FileFilter,
  commands: FileTableProps["commands"],
  onFilter: FileTableProps["onFilter"],
): Column<KnowledgeFileDto>[] {
  const t = useTranslations("knowledge-files");
  const hasPreview = useScreens(["/knowledge-center/kb-doc-preview/{fileId}"]).length > 0;
  const columns: (Column<KnowledgeFileDto> | null)[] = [
    {
      key: "name",
      header: t("column.name"),
      sortable: true,
      cell: ({ id, name, format, folder, tags, page }) => (
        <span className="flex min-w-0 max-w-120 items-center gap-2.5">
          <FileIcon format={format} />
          <span className="min-w-0">
            {hasPreview && !filter.trash ? (
              <Link
                href={filePreviewHref(id)}
                prefetch={false}
                className="block truncate rounded-xs hover:text-primary-ink"
              >
                {name}
              </Link>
            ) : (
              <span className="block truncate">{name}</span>
            )}
            {page && (
              <a
                href={page.url}
                target="_blank"
                rel="noreferrer noopener"
                className="block truncate text-fg-3 text-xs hover:text-primary-ink"
              >
                {page.url}
              </a>
            )}
            {folder && folder !== filter.folder && <span className="block truncate text-fg-3 text-xs">{folder}</span>}
          </span>
          {tags.slice(0, 2).map((tag) => (
            <button
              key={tag}
              type="button"
              onClick={() => onFilter({ tag })}
              className="shrink-0 rounded-sm bg-muted px-1.5 text-fg-2 text-xs hover:text-primary-ink max-md:hidden"
            >
              {tag}
            </button>
          ))}
          {tags.length > 2 && <span className="text-fg-3 text-xs max-md:hidden">+{tags.length - 2}</span>}
        </span>
      ),
    },
    filter.trash
      ? null
      : {
          key: "state",
          header: t("column.state"),
          phone: "line",
          cell: (file) => <FileState file={file} onRetry={() => commands.retry(file.id)} />,
        },
    {
      key: "slices",
      header: t("column.slices"),
      sortable: true,
      numeric: true,
      cell: ({ sliceCount }) => <span className="text-fg-2">{sliceCount || "—"}</span>,
    },
    {
      key: "size",
      header: t("column.size"),
      sortable: true,
      numeric: true,
      cell: ({ size }) => <SizeCell bytes={size} />,
    },
    {
      key: "uploader",
      header: t("column.uploader"),
      cell: ({ uploader }) => <span className="block max-w-32 truncate text-fg-2">{uploader?.name ?? "—"}</span>,
    },
    {
      key: "updated",
      header: t("column.updated"),
      sortable: true,
      cell: ({ updatedAt }) => <WhenCell at={updatedAt} />,
    },
    actionsColumn("112px", (file) =>
      filter.trash ? (
        <IconButton
          icon={Undo2}
          label={t("command.restoreOne", { name: file.name })}
          onClick={() => commands.restore({ ids: [file.id], count: 1 })}
        />
      ) : (
        <RowActions file={file} commands={commands} hasPreview={hasPreview} />
      ),
    ),
  ];
  return columns.filter((column) => column !== null);
}

function RowActions({
  file,
  commands,
  hasPreview,
}: {
  file: KnowledgeFileDto;
  commands: FileTableProps["commands"];
  hasPreview: boolean;
}) {
  const t = useTranslations("knowledge-files");
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const mayReread = useOffers()("enhancedParsing");
  const hasSlices = useScreens(["/knowledge-center/slice-preview/{fileId}"]).length > 0;
  const { id, name, format, status, folder, tags, page } = file;
  const one: Chosen = { ids: [id], count: 1 };
  const pageCommands = [
    { key: "refresh", label: t("command.refresh"), icon: RefreshCw, onSelect: () => commands.refresh(one) },
    ...PAGE_REFRESH.filter((every) => every !== page?.refresh).map((every) => ({
      key: every,
      label: t(`command.schedule.${every}`),
      icon: CalendarClock,
      onSelect: () => commands.schedule(one, every),
    })),
  ];
  return (
    <>
      {isFailed(status) ? (
        <Button
          size="sm"
          variant="ghost"
          icon={RotateCcw}
          className="text-primary-ink! max-md:hidden"
          aria-label={t("command.retryOne", { name })}
          onClick={() => commands.retry(id)}
        >
          {t("command.retry")}
        </Button>
      ) : (
        hasPreview && (
          <IconButton
            icon={Eye}
            label={t("command.preview", { name })}
            className="max-md:hidden"
            onClick={() => router.push(filePreviewHref(id))}
          />
        )
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t("command.replaceOne", { name })}
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          if (chosen) commands.replace(id, chosen);
        }}
      />
      <MoreMenu
        label={t("more", { name })}
        commands={[
          ...(isFailed(status)
            ? [{ key: "retry", label: t("command.retry"), icon: RotateCcw, onSelect: () => commands.retry(id) }]
            : []),
          ...(isRunning(status) && !isWaitingForSettings(file)
            ? [{ key: "cancel", label: t("command.cancel"), icon: OctagonX, onSelect: () => commands.cancel(id) }]
            : []),
          ...(hasSlices
            ? [
                {
                  key: "slices",
                  label: t("command.slices"),
                  icon: Layers,
                  onSelect: () => router.push(slicesHref(id)),
                },
              ]
            : []),
          {
            key: "resegment",
            label: t("command.resegment"),
            icon: Scissors,
            onSelect: () => commands.resegment(one),
          },
          ...(mayReread && REREADABLE.includes(format)
            ? [{ key: "reread", label: t("command.reread"), icon: ScanText, onSelect: () => commands.reread(one) }]
            : []),
          ...(page ? pageCommands : []),
          { key: "replace", label: t("command.replace"), icon: Upload, onSelect: () => input.current?.click() },
          { key: "versions", label: t("command.versions"), icon: History, onSelect: () => commands.versions(file) },
          { key: "details", label: t("command.details"), icon: CalendarClock, onSelect: () => commands.details(id) },
          { key: "tag", label: t("command.tag"), icon: Tags, onSelect: () => commands.tag(one, tags) },
          { key: "move", label: t("command.move"), icon: FolderInput, onSelect: () => commands.move(one, folder) },
          { key: "copy", label: t("command.copy"), icon: Copy, onSelect: () => commands.copy(one, folder) },
          { key: "download", label: t("command.download"), icon: Download, onSelect: () => commands.download(id) },
          {
            key: "delete",
            label: t("command.delete"),
            icon: Trash2,
            danger: true,
            apart: true,
            onSelect: () => commands.trash(one),
          },
        ]}
      />
    </>
  );
}
