"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { menuColumn } from "@/components/common/data-table/actions-column";
import { WhenCell } from "@/components/common/data-table/cells";
import { DataTable } from "@/components/common/data-table/data-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { ListToolbar } from "@/components/common/list-toolbar";
import { PanelState } from "@/components/common/query-state";
import { useKeyword } from "@/components/common/use-keyword";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { retrievalQuery } from "@/lib/features/knowledge/retrieval-hooks";
import {
  backupsQuery,
  centerRetrievalQuery,
  useParameterActions,
} from "@/lib/features/knowledge-operations/parameter-hooks";
import type { BackupDto } from "@/lib/features/knowledge-operations/recall-dto";
import { BackupDialog } from "./backup-dialog";
import { BackupDrawer } from "./backup-drawer";
import { changedParameters } from "./parameter-changes";
import { ParametersShell } from "./parameters-shell";

interface BackupsScreenProps {
  baseId: string | null;
  title: string;
  managesCenter: boolean;
}

/** Former parameters of a base, or of the center: compared with those of now, and brought back (spec G3). */
export function BackupsScreen({ baseId, title, managesCenter }: BackupsScreenProps) {
  return (
    <ParametersShell part="backups" {...{ baseId, title, managesCenter }}>
      {baseId ? <BaseBackups baseId={baseId} /> : <CenterBackups />}
    </ParametersShell>
  );
}

function BaseBackups({ baseId }: { baseId: string }) {
  const query = useQuery(retrievalQuery(baseId));
  if (!query.data) return <PanelState query={query} />;
  const { own, center } = query.data;
  return <Backups baseId={baseId} center={center} now={{ ...center, ...own }} />;
}

function CenterBackups() {
  const query = useQuery(centerRetrievalQuery);
  if (!query.data) return <PanelState query={query} />;
  const { settings } = query.data;
  return <Backups baseId={null} center={settings} now={settings} />;
}

interface BackupsProps {
  baseId: string | null;
  /** What a base follows that sets nothing of its own. */
  center: RetrievalSettings;
  now: RetrievalSettings;
}

function Backups({ baseId, center, now }: BackupsProps) {
  const t = useTranslations("knowledge-operations-tests");
  const [page, setPage] = useState({ page: 1, pageSize: 20, keyword: "" });
  const [keyword, setKeyword] = useKeyword(page.keyword, (word) => setPage({ ...page, keyword: word, page: 1 }));
  const [open, setOpen] = useState<BackupDto | null>(null);
  const [isNaming, setIsNaming] = useState(false);
  const query = useQuery(backupsQuery(baseId, page));
  const thenOf = ({ settings }: BackupDto): RetrievalSettings => ({ ...center, ...settings });
  const { restore, columns } = useBackupList({
    onOpen: setOpen,
    countOf: (one) => changedParameters(now, thenOf(one)).length,
  });
  const create = (
    <Button variant="primary" icon={Archive} onClick={() => setIsNaming(true)}>
      {t("parameters.backUp")}
    </Button>
  );
  return (
    <>
      <ListToolbar search={t("backups.search")} keyword={keyword} onKeyword={setKeyword} end={create} />
      <DataTable
        label={t("backups.title")}
        state={query}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={setOpen}
        page={page.page}
        pageSize={page.pageSize}
        onPageChange={(next) => setPage({ ...page, page: next })}
        onPageSizeChange={(pageSize) => setPage({ ...page, pageSize, page: 1 })}
        onClearFilters={page.keyword ? () => setPage({ ...page, keyword: "", page: 1 }) : undefined}
        empty={<EmptyState title={t("backups.emptyTitle")} description={t("backups.emptyText")} action={create} />}
      />
      {open && (
        <BackupDrawer
          backup={open}
          then={thenOf(open)}
          now={now}
          onRestore={() => restore(open, () => setOpen(null))}
          onClose={() => setOpen(null)}
        />
      )}
      {isNaming && <BackupDialog baseId={baseId} onClose={() => setIsNaming(false)} />}
    </>
  );
}

interface BackupListProps {
  onOpen: (backup: BackupDto) => void;
  countOf: (backup: BackupDto) => number;
}

function useBackupList({ onOpen, countOf }: BackupListProps) {
  const t = useTranslations("knowledge-operations-tests.backups");
  const actions = useParameterActions();
  const restore = async ({ id, name }: BackupDto, onDone?: () => void) => {
    const agreed = await confirm({
      title: t("restoreTitle"),
      description: t("restoreText", { name }),
      okButton: t("restore"),
      onOk: () => actions.restore.mutateAsync(id),
    });
    if (!agreed) return;
    toast.success(t("restored"));
    onDone?.();
  };
  const remove = ({ id, name }: BackupDto) =>
    confirm({
      title: t("delete.title"),
      description: t("delete.text", { name }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => actions.remove.mutateAsync(id),
    });
  const columns: Column<BackupDto>[] = [
    {
      key: "name",
      header: t("column.name"),
      cell: (backup) => (
        <button
          type="button"
          aria-label={t("open", { name: backup.name })}
          onClick={() => onOpen(backup)}
          className="max-w-100 truncate rounded-xs font-medium hover:underline"
        >
          {backup.name}
        </button>
      ),
    },
    {
      key: "kind",
      header: t("column.kind"),
      phone: "line",
      cell: ({ kind }) => <span className="text-fg-2">{t(`kind.${kind}`)}</span>,
    },
    {
      key: "changes",
      header: t("column.changes"),
      cell: (backup) => {
        const count = countOf(backup);
        return <span className="tnum text-fg-2">{count === 0 ? t("same") : t("differ", { count })}</span>;
      },
    },
    { key: "author", header: t("column.author"), cell: ({ author }) => <span className="text-fg-2">{author}</span> },
    {
      key: "created",
      header: t("column.created"),
      phone: "line",
      cell: ({ createdAt }) => <WhenCell at={createdAt} />,
    },
    menuColumn(
      ({ name }) => t("menu", { name }),
      (backup) => [
        { key: "restore", label: t("restore"), icon: RotateCcw, onSelect: () => void restore(backup) },
        ...(backup.kind === "manual"
          ? [
              {
                key: "delete",
                label: t("delete.ok"),
                icon: Trash2,
                danger: true,
                apart: true,
                onSelect: () => void remove(backup),
              },
            ]
          : []),
      ],
    ),
  ];
  return { restore, columns };
}
