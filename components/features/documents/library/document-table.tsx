"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderInput, MessageSquareText, OctagonX, Pencil, RotateCcw, Trash2, Undo2 } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useMemo } from "react";
import { CollectButton } from "@/components/collected/collect-button";
import { actionsColumn } from "@/components/common/data-table/actions-column";
import { BulkButton } from "@/components/common/data-table/bulk-button";
import { SizeCell, WhenCell } from "@/components/common/data-table/cells";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { FileIcon } from "@/components/common/file-icon";
import { MoreMenu } from "@/components/common/lazy-menu";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { DocumentDto, FolderListDto } from "@/lib/features/documents/dto";
import { filterAddress } from "@/lib/features/documents/filter";
import { type DocumentFilter, documentsQuery } from "@/lib/features/documents/hooks";
import { DOCUMENTS_MAX } from "@/lib/features/documents/limits";
import { isFailed, isRunning } from "@/lib/ingestion/client/status";
import { DocumentState } from "../document-state";
import type { DocumentCommands } from "../use-document-commands";
import { usePartCount } from "../use-part-count";

interface DocumentTableProps {
  filter: DocumentFilter;
  folders: FolderListDto | undefined;
  picked: ReadonlySet<string>;
  commands: DocumentCommands;
  empty: ReactNode;
  onFilter: (patch: Partial<DocumentFilter>) => void;
  onClear: () => void;
  onPick: (ids: ReadonlySet<string>) => void;
  onOpen: (id: string) => void;
  onAsk: (ids: readonly string[]) => void;
}

/** The documents of a person, or what lies in the trash. */
export function DocumentTable(props: DocumentTableProps) {
  const { filter, picked, commands, empty, onFilter, onClear, onPick, onOpen } = props;
  const t = useTranslations("documents");
  const query = useQuery(documentsQuery(filter));
  const columns = useColumns(props);
  const rows = query.data?.items ?? [];
  const chosen = rows.filter(({ id }) => picked.has(id));
  const isFiltered = filter.keyword !== "" || filter.status !== "all";
  const unpick = () => onPick(new Set());
  return (
    <DataTable
      label={filter.trash ? t("folder.trash") : t("title")}
      columns={columns}
      rowKey={({ id }) => id}
      state={query}
      page={filter.page}
      pageSize={filter.pageSize}
      onPageChange={(page) => onFilter({ page })}
      sort={{ key: filter.sort, descending: filter.descending }}
      onSortChange={({ key, descending }) => onFilter({ sort: key as DocumentFilter["sort"], descending })}
      onOpen={filter.trash ? undefined : ({ id }) => onOpen(id)}
      onClearFilters={isFiltered ? onClear : undefined}
      empty={empty}
      selection={{
        keys: picked,
        onChange: onPick,
        label: ({ name }) => t("pick", { name }),
        actions: filter.trash ? (
          <Button size="sm" icon={Undo2} onClick={() => commands.restore([...picked], unpick)}>
            {t("command.restore")}
          </Button>
        ) : (
          <>
            <AskButton rows={chosen} onAsk={props.onAsk} />
            <BulkButton label={t("command.move")} icon={FolderInput} onClick={() => commands.move(chosen, unpick)} />
            <BulkButton
              label={t("command.delete")}
              icon={Trash2}
              danger
              onClick={() => commands.trash([...picked], unpick)}
            />
          </>
        ),
      }}
    />
  );
}

/** Ten at most; those still being read can be asked about when they are ready. */
function AskButton({ rows, onAsk }: { rows: readonly DocumentDto[]; onAsk: (ids: readonly string[]) => void }) {
  const t = useTranslations("documents");
  const isTooMany = rows.length > DOCUMENTS_MAX;
  const hasFailed = rows.some(({ parse }) => isFailed(parse.status));
  const reason = isTooMany ? t("ask.tooMany", { max: DOCUMENTS_MAX }) : hasFailed ? t("ask.failed") : undefined;
  return (
    <Button
      size="sm"
      variant="primary"
      icon={MessageSquareText}
      aria-disabled={reason !== undefined || undefined}
      data-tooltip={reason}
      className={reason && "opacity-50"}
      onClick={() => {
        if (!reason) onAsk(rows.map(({ id }) => id));
      }}
    >
      {t("ask.several", { count: rows.length })}
    </Button>
  );
}

function useColumns({ filter, folders, commands, onOpen, onAsk }: DocumentTableProps): Column<DocumentDto>[] {
  const t = useTranslations("documents");
  const partCount = usePartCount();
  const folderNames = useMemo(() => new Map(folders?.items.map(({ id, name }) => [id, name])), [folders]);
  const columns: (Column<DocumentDto> | null)[] = [
    {
      key: "name",
      header: t("column.name"),
      sortable: true,
      cell: (row) => (
        <span className="flex min-w-0 max-w-120 items-center gap-2">
          <FileIcon format={row.format} />
          {filter.trash ? (
            <span className="min-w-0 truncate">{row.name}</span>
          ) : (
            <Link
              href={filterAddress(filter, row.id)}
              prefetch={false}
              className="min-w-0 truncate rounded-xs hover:text-primary-ink"
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(row.id);
              }}
            >
              {row.name}
            </Link>
          )}
        </span>
      ),
    },
    filter.trash
      ? null
      : {
          key: "state",
          header: t("column.state"),
          phone: "line",
          cell: ({ parse }) => <DocumentState parse={parse} />,
        },
    {
      key: "pages",
      header: t("column.pages"),
      numeric: true,
      cell: ({ parse }) => <span className="text-fg-2">{partCount(parse)}</span>,
    },
    {
      key: "size",
      header: t("column.size"),
      sortable: true,
      numeric: true,
      phone: "line",
      cell: ({ size }) => <SizeCell bytes={size} />,
    },
    filter.folderId || filter.trash || !folders?.items.length
      ? null
      : {
          key: "folder",
          header: t("column.folder"),
          cell: ({ folderId }) => (
            <span className="block max-w-40 truncate text-fg-2">{(folderId && folderNames.get(folderId)) || "–"}</span>
          ),
        },
    {
      key: "lastRead",
      header: filter.trash ? t("column.deleted") : t("column.lastRead"),
      sortable: !filter.trash,
      phone: "line",
      cell: ({ lastReadAt, deletedAt }) => <WhenCell at={deletedAt ?? lastReadAt} />,
    },
    actionsColumn("128px", (row) =>
      filter.trash ? (
        <IconButton
          icon={Undo2}
          label={t("command.restoreOne", { name: row.name })}
          onClick={() => commands.restore([row.id])}
        />
      ) : (
        <RowActions row={row} commands={commands} onAsk={onAsk} />
      ),
    ),
  ];
  return columns.filter((column) => column !== null);
}

interface RowActionsProps {
  row: DocumentDto;
  commands: DocumentCommands;
  onAsk: (ids: readonly string[]) => void;
}

function RowActions({ row, commands, onAsk }: RowActionsProps) {
  const t = useTranslations("documents");
  const failed = isFailed(row.parse.status);
  return (
    <>
      {failed ? (
        <IconButton
          icon={RotateCcw}
          label={t("command.retryOne", { name: row.name })}
          onClick={() => commands.retry(row.id)}
        />
      ) : (
        <IconButton
          icon={MessageSquareText}
          label={t("ask.one", { name: row.name })}
          onClick={() => onAsk([row.id])}
          className="max-md:hidden"
        />
      )}
      <CollectButton kind="document" refId={row.id} name={row.name} className="max-md:hidden" />
      <MoreMenu
        label={t("more", { name: row.name })}
        commands={[
          ...(failed
            ? []
            : [{ key: "ask", label: t("ask.this"), icon: MessageSquareText, onSelect: () => onAsk([row.id]) }]),
          { key: "rename", label: t("command.rename"), icon: Pencil, onSelect: () => commands.rename(row) },
          { key: "move", label: t("command.moveTo"), icon: FolderInput, onSelect: () => commands.move([row]) },
          ...(isRunning(row.parse.status)
            ? [{ key: "cancel", label: t("command.cancel"), icon: OctagonX, onSelect: () => commands.cancel(row.id) }]
            : []),
          {
            key: "delete",
            label: t("command.delete"),
            icon: Trash2,
            danger: true,
            apart: true,
            onSelect: () => commands.trash([row.id]),
          },
        ]}
      />
    </>
  );
}
