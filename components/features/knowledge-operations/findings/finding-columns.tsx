"use client";

import { Lock } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Column } from "@/components/common/data-table/types";
import { useMoments, useWhen } from "@/components/common/use-moments";
import { Badge } from "@/components/ui/badge";
import { Status } from "@/components/ui/status";
import type { Tone } from "@/components/ui/tone";
import type { FindingDto } from "@/lib/features/knowledge-operations/findings-dto";

const STATE_TONES: Record<FindingDto["state"], Tone> = {
  open: "warning",
  assigned: "primary",
  done: "success",
  dismissed: "neutral",
};

/** What was asked, why it is here, how far somebody is with it. */
export function useFindingColumns(hasBases: boolean, onOpen: (id: string) => void): Column<FindingDto>[] {
  const t = useTranslations("knowledge-operations-usage.findings");
  const when = useWhen();
  const moments = useMoments();
  const base: Column<FindingDto> = {
    key: "base",
    header: t("column.base"),
    cell: (row) => <span className="block max-w-40 truncate text-fg-2">{row.base.name}</span>,
  };
  return [
    {
      key: "question",
      header: t("column.question"),
      cell: (row) => (
        <button
          type="button"
          onClick={() => onOpen(row.id)}
          className="block max-w-full rounded-xs text-left font-semibold hover:text-primary-ink"
        >
          <QuestionStart finding={row} />
        </button>
      ),
    },
    ...(hasBases ? [base] : []),
    {
      key: "why",
      header: t("column.why"),
      phone: "line",
      cell: (row) => <Causes finding={row} />,
    },
    {
      key: "department",
      header: t("column.department"),
      cell: ({ department }) => <span className="block max-w-36 truncate text-fg-2">{department || "–"}</span>,
    },
    {
      key: "state",
      header: t("column.state"),
      phone: "line",
      cell: ({ state }) => <FindingStatus state={state} />,
    },
    {
      key: "assignee",
      header: t("column.assignee"),
      cell: ({ assignee }) => <span className="block max-w-32 truncate text-fg-2">{assignee?.name ?? "–"}</span>,
    },
    {
      key: "time",
      header: t("column.time"),
      phone: "line",
      cell: ({ askedAt }) => (
        <time dateTime={askedAt} title={moments.exact(askedAt)} className="tnum whitespace-nowrap text-fg-3 text-xs">
          {when(askedAt)}
        </time>
      ),
    },
  ];
}

/** How the question begins, or why it is not shown. */
export function QuestionStart({ finding: { question, closed } }: { finding: FindingDto }) {
  const t = useTranslations("knowledge-operations-usage.findings");
  if (closed) {
    return (
      <span className="inline-flex" title={t(`closed.${closed}`)}>
        <Badge icon={Lock}>{t(`closed.short.${closed}`)}</Badge>
      </span>
    );
  }
  return <span className="block w-56 max-w-full truncate lg:w-72">{question}</span>;
}

/** Why it is here. */
export function Causes({ finding: { causes, reason } }: { finding: Pick<FindingDto, "causes" | "reason"> }) {
  const t = useTranslations("knowledge-operations-usage");
  return (
    <span className="flex flex-wrap gap-1">
      {causes.map((cause) => (
        <Badge key={cause} tone={cause === "like" ? "success" : "warning"}>
          {t(`findings.cause.${cause}`)}
          {cause === "dislike" && reason && ` · ${t(`reason.${reason}`)}`}
        </Badge>
      ))}
    </span>
  );
}

export function FindingStatus({ state }: Pick<FindingDto, "state">) {
  const t = useTranslations("knowledge-operations-usage.findings");
  return <Status tone={STATE_TONES[state]}>{t(`state.${state}`)}</Status>;
}
