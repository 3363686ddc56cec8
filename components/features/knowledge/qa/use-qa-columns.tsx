"use client";

import { useTranslations } from "next-intl";
import { actionsColumn } from "@/components/common/data-table/actions-column";
import { WhenCell } from "@/components/common/data-table/cells";
import type { Column } from "@/components/common/data-table/types";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useMoments } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import { Status } from "@/components/ui/status";
import type { QaDto } from "@/lib/features/knowledge/qa-dto";
import type { QaCommands } from "./use-qa-commands";

const TONES = { proposed: "warning", active: "success", off: "neutral" } as const;

/** Columns of a list of pairs. */
export function useQaColumns(commands: QaCommands): Column<QaDto>[] {
  const t = useTranslations("knowledge-qa");
  const moments = useMoments();
  return [
    {
      key: "question",
      header: t("column.question"),
      cell: ({ id, question, answer, synonymCount }) => (
        <span className="block min-w-0 max-w-72 xl:max-w-140">
          <button
            type="button"
            onClick={() => commands.open(id)}
            className="block max-w-full truncate rounded-xs text-left hover:text-primary-ink"
          >
            {question}
          </button>
          <span className="block truncate text-fg-3 text-xs">{answer}</span>
          {synonymCount > 0 && (
            <span className="block text-fg-3 text-xs">{t("synonymCount", { count: synonymCount })}</span>
          )}
        </span>
      ),
    },
    {
      key: "state",
      header: t("column.state"),
      phone: "line",
      cell: ({ state, isExpired, origin }) => (
        <span className="block">
          <Status tone={isExpired ? "warning" : TONES[state]} hollow={state === "off"}>
            {isExpired && state === "active" ? t("state.expired") : t(`state.${state}`)}
          </Status>
          <span className="block text-fg-3 text-xs">{t(`origin.${origin}`)}</span>
        </span>
      ),
    },
    {
      key: "validUntil",
      header: t("column.validUntil"),
      cell: ({ validUntil }) => (
        <span className="tnum whitespace-nowrap text-fg-2">{validUntil ? moments.day(validUntil) : "–"}</span>
      ),
    },
    {
      key: "author",
      header: t("column.author"),
      cell: ({ author }) => (
        <span className="flex min-w-0 max-w-48 items-center gap-2">
          <Avatar id={author.id} name={author.name} size={20} />
          <span className="truncate">{author.name}</span>
        </span>
      ),
    },
    {
      key: "updatedAt",
      header: t("column.updatedAt"),
      phone: "line",
      cell: ({ updatedAt }) => <WhenCell at={updatedAt} />,
    },
    actionsColumn("56px", (qa) => <MoreMenu label={t("more", { question: qa.question })} commands={commands.of(qa)} />),
  ];
}
