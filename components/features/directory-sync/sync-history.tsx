"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/common/data-table/types";
import { RunHistory } from "@/components/common/run-history";
import { useMoments } from "@/components/common/use-moments";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { SyncStatus } from "@/lib/config/channel-kinds";
import type { SyncRunDto } from "@/lib/features/directory-sync/dto";
import { RUNS_PAGE, syncRunsQuery } from "@/lib/features/directory-sync/hooks";
import { useFailureText } from "./use-reason-text";

const TONES: Record<SyncStatus, Tone> = {
  reading: "primary",
  planned: "warning",
  applying: "primary",
  done: "success",
  cancelled: "neutral",
  failed: "danger",
};

interface SyncHistoryProps {
  channelId: string;
  page: number;
  onPage: (page: number) => void;
  /** The run that is open above. */
  shown: string | undefined;
  onOpen: (id: string) => void;
}

/** Runs that were, newest first: who, when, and what came of it. */
export function SyncHistory({ channelId, page, onPage, shown, onOpen }: SyncHistoryProps) {
  const t = useTranslations("directory-sync");
  const moments = useMoments();
  const failureText = useFailureText();
  const query = useQuery(syncRunsQuery(channelId, page));
  const moment = (iso: string) => moments.minute(iso);
  const who = ({ actor, trigger }: SyncRunDto) =>
    actor ?? t(trigger === "schedule" ? "history.schedule" : "history.gone");
  const columns: Column<SyncRunDto>[] = [
    {
      key: "when",
      header: t("history.when"),
      cell: (run) => (
        <button
          type="button"
          aria-label={t("history.open", { time: moment(run.createdAt) })}
          aria-current={run.id === shown || undefined}
          onClick={() => onOpen(run.id)}
          className="tnum rounded-xs text-left font-semibold hover:text-primary-ink aria-[current]:text-primary-ink"
        >
          {moment(run.createdAt)}
        </button>
      ),
    },
    {
      key: "who",
      header: t("history.who"),
      phone: "line",
      cell: (run) => <span className="block max-w-40 truncate text-fg-2">{who(run)}</span>,
    },
    {
      key: "result",
      header: t("history.result"),
      phone: "line",
      cell: (run) => (
        <span className="tnum text-fg-2">
          {run.status === "failed"
            ? failureText(run.failure)
            : run.status === "reading"
              ? ""
              : t("history.changes", { done: run.done, total: run.total })}
        </span>
      ),
    },
    {
      key: "status",
      header: t("history.status"),
      phone: "actions",
      cell: ({ status }) => (
        <Status tone={TONES[status]} hollow={status === "cancelled"}>
          {t(`status.${status}`)}
        </Status>
      ),
    },
  ];
  return (
    <section aria-labelledby="sync-history-title" className="space-y-3">
      <h3 id="sync-history-title" className="font-semibold text-base">
        {t("history.title")}
      </h3>
      <RunHistory
        label={t("history.label")}
        columns={columns}
        query={query}
        paging={{ page, pageSize: RUNS_PAGE, onPageChange: onPage }}
        onOpen={onOpen}
        empty={{ title: t("history.empty"), description: t("history.emptyText") }}
        className="min-h-40"
      />
    </section>
  );
}
