"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Column } from "@/components/common/data-table/types";
import { RunHistory } from "@/components/common/run-history";
import { useMoments } from "@/components/common/use-moments";
import { Button } from "@/components/ui/button";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { ImportKind } from "@/lib/features/organisation/import/columns";
import type { ImportDto, ImportStatus } from "@/lib/features/organisation/import/dto";
import { ERRORS_PAGE, importsQuery } from "@/lib/features/organisation/import/hooks";

const TONES: Record<ImportStatus, Tone> = {
  checking: "primary",
  refused: "warning",
  ready: "primary",
  running: "primary",
  done: "success",
  failed: "danger",
  cancelled: "neutral",
};

interface ImportHistoryProps {
  kind: ImportKind;
  onOpen: (id: string) => void;
  onNew: () => void;
}

/** Imports that were, newest first. */
export function ImportHistory({ kind, onOpen, onNew }: ImportHistoryProps) {
  const t = useTranslations("organisation-imports");
  const moments = useMoments();
  const [page, setPage] = useState(1);
  const query = useQuery(importsQuery(kind, page));
  const moment = (iso: string) => moments.minute(iso);
  const columns: Column<ImportDto>[] = [
    {
      key: "file",
      header: t("history.file"),
      cell: (run) => (
        <div className="min-w-0">
          <button
            type="button"
            onClick={() => onOpen(run.id)}
            className="block max-w-72 truncate rounded-xs text-left font-semibold hover:text-primary-ink"
          >
            {run.fileName}
          </button>
          <span className="text-fg-3 text-xs">
            {t("history.by", { name: run.owner.name, time: moment(run.createdAt) })}
          </span>
        </div>
      ),
    },
    {
      key: "result",
      header: t("history.result"),
      phone: "line",
      cell: ({ summary: { created, changed, refused } }) => (
        <span className="tnum text-fg-2">{t("history.counts", { created, changed, refused })}</span>
      ),
    },
    {
      key: "status",
      header: t("column.status"),
      phone: "actions",
      cell: ({ status }) => (
        <Status tone={TONES[status]} hollow={status === "cancelled"}>
          {t(`status.${status}`)}
        </Status>
      ),
    },
  ];
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{t("history.title")}</h3>
        <Button icon={Plus} onClick={onNew}>
          {t("history.new")}
        </Button>
      </div>
      <RunHistory
        label={t("history.title")}
        columns={columns}
        query={query}
        paging={{ page, pageSize: ERRORS_PAGE, onPageChange: setPage }}
        onOpen={onOpen}
        empty={{ title: t("history.empty"), description: t("history.emptyText") }}
        className="min-h-80 flex-1"
      />
    </div>
  );
}
