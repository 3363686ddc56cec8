"use client";

import { Archive, Download, Trash2, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { ListTable } from "@/components/common/data-table/list-table";
import type { Column } from "@/components/common/data-table/types";
import { EmptyState } from "@/components/common/empty-state";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useErrorText } from "@/components/common/use-error-text";
import { useMinute } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { IconButton } from "@/components/ui/icon-button";
import { Meter } from "@/components/ui/meter";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import { confirm } from "@/lib/client/dialogs";
import type { BackupDto, BackupsDto } from "@/lib/features/backups/dto";
import { backupHref, useBackupActions } from "@/lib/features/backups/hooks";

const TONES: Record<BackupDto["status"], Tone> = {
  running: "primary",
  done: "success",
  failed: "danger",
  cancelled: "neutral",
};

/** What there is on the server's disk, and what is under way. */
export function BackupList({ data }: { data: BackupsDto }) {
  const t = useTranslations("backups");
  const { start } = useBackupActions();
  const columns = useColumns(data.isAdministrator);
  const isRunning = data.items.some(({ status }) => status === "running");
  const now = (
    <Button
      icon={Archive}
      variant={data.items.length === 0 ? "primary" : "default"}
      loading={start.isPending}
      disabled={isRunning}
      onClick={() => start.mutate()}
    >
      {t("list.now")}
    </Button>
  );
  return (
    <section aria-label={t("list.title")} className="border-t pt-5">
      <div className="flex flex-wrap items-end justify-between gap-3 px-4 pb-3 md:px-5">
        <div className="min-w-0">
          <h2 className="font-semibold text-base">{t("list.title")}</h2>
          <p className="break-all text-fg-3 text-xs">{t("list.place", { folder: data.folder })}</p>
        </div>
        {data.items.length > 0 && now}
      </div>
      {data.items.length === 0 ? (
        <EmptyState title={t("empty.title")} description={t("empty.description")} action={now} />
      ) : (
        <ListTable
          label={t("list.title")}
          columns={columns}
          rowKey={(row) => row.id}
          rows={data.items}
          isFetching={false}
        />
      )}
    </section>
  );
}

function useColumns(isAdministrator: boolean): Column<BackupDto>[] {
  const t = useTranslations("backups.list");
  const minute = useMinute();
  return [
    {
      key: "created",
      header: t("created"),
      cell: (row) => (
        <div className="min-w-40">
          <div className="font-semibold">{minute(row.createdAt)}</div>
          <div className="break-all font-mono text-fg-3 text-xs">{row.fileName}</div>
        </div>
      ),
    },
    {
      key: "kind",
      header: t("kind"),
      phone: "line",
      cell: ({ kind, author }) => (
        <span className="text-fg-2">
          {kind === "scheduled" ? t("scheduled") : author ? t("manualBy", { name: author }) : t("manual")}
        </span>
      ),
    },
    { key: "state", header: t("state"), phone: "line", wraps: true, cell: (row) => <State backup={row} /> },
    { key: "content", header: t("content"), wraps: true, cell: (row) => <Content backup={row} /> },
    {
      key: "size",
      header: t("size"),
      numeric: true,
      phone: "line",
      cell: ({ size }) => (size === null ? null : <Size bytes={size} />),
    },
    {
      key: "actions",
      header: t("actions"),
      phone: "actions",
      cell: (row) => <Actions backup={row} isAdministrator={isAdministrator} />,
    },
  ];
}

function Size({ bytes }: { bytes: number }) {
  const format = useFormatter();
  const [unit, factor] = bytes >= 1e9 ? ["gigabyte", 1e9] : bytes >= 1e6 ? ["megabyte", 1e6] : ["kilobyte", 1e3];
  return format.number(bytes / Number(factor), { style: "unit", unit: String(unit), maximumFractionDigits: 1 });
}

function State({ backup }: { backup: BackupDto }) {
  const t = useTranslations("backups");
  const errorText = useErrorText();
  const { status, progress, failure, isThere } = backup;
  return (
    <div className="min-w-36">
      <Status tone={TONES[status]} hollow={status === "cancelled" || (status === "done" && !isThere)}>
        {t(`status.${status}`, { percent: progress })}
      </Status>
      {status === "running" && <Meter value={progress} label={t("list.progress")} className="mt-1.5 max-w-40" />}
      {failure && <p className="mt-0.5 max-w-64 text-danger-ink text-xs">{errorText(failure)}</p>}
      {status === "done" && !isThere && <p className="mt-0.5 text-fg-3 text-xs">{t("list.gone")}</p>}
    </div>
  );
}

function Content({ backup: { status, rows, files, lost } }: { backup: BackupDto }) {
  const t = useTranslations("backups.list");
  if (status !== "done") return null;
  return (
    <div className="text-fg-2">
      {t("rows", { rows, files })}
      {lost > 0 && <p className="text-warning-ink text-xs">{t("lost", { count: lost })}</p>}
    </div>
  );
}

function Actions({ backup, isAdministrator }: { backup: BackupDto; isAdministrator: boolean }) {
  const t = useTranslations("backups");
  const { cancel, remove } = useBackupActions();
  const { id, fileName, status, isThere } = backup;
  const handleRemove = async () => {
    const agreed = await confirm({
      title: t("remove.title"),
      description: t("remove.text", { name: fileName }),
      okButton: t("remove.ok"),
      destructive: true,
    });
    if (agreed) remove.mutate(id);
  };
  if (status === "running") {
    return <IconButton icon={X} label={t("list.cancel")} onClick={() => cancel.mutate(id)} />;
  }
  if (!isAdministrator) return null;
  return (
    <div className="flex items-center justify-end gap-1">
      {isThere && (
        <a href={backupHref(id)} download={fileName} className={buttonClass("ghost", "sm")}>
          <Download aria-hidden size={14} strokeWidth={1.75} />
          <span className="max-md:sr-only">{t("list.download")}</span>
        </a>
      )}
      <MoreMenu
        label={t("list.more", { name: fileName })}
        commands={[
          { key: "delete", label: t("list.delete"), icon: Trash2, danger: true, onSelect: () => void handleRemove() },
        ]}
      />
    </div>
  );
}
