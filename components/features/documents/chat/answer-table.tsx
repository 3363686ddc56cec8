"use client";

import { CircleAlert, RotateCcw, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { LazyMarkdown } from "@/components/chat/lazy-markdown";
import { Sourced } from "@/components/chat/sources/sourced";
import { FileIcon } from "@/components/common/file-icon";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { confirm } from "@/lib/client/dialogs";
import type { DocumentTableDto, TableCellDto, TableColumnDto } from "@/lib/features/documents/dto";
import type { useTableActions } from "@/lib/features/documents/hooks";

type Actions = ReturnType<typeof useTableActions>;

interface AnswerTableProps {
  table: DocumentTableDto;
  actions: Actions;
}

/** Documents down, questions across; the first column and the questions stay in view. */
export function AnswerTable({ table, actions }: AnswerTableProps) {
  const t = useTranslations("documents.table");
  const { columns, documents, cells } = table;
  const found = new Map(cells.map((cell) => [`${cell.columnId} ${cell.documentId}`, cell]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t("tab")} tabIndex={0} className="min-h-0 flex-1 overflow-auto -outline-offset-2">
      <table className="min-w-full border-separate border-spacing-0 text-sm">
        <thead className="sticky top-0 z-(--z-sticky)">
          <tr>
            <th
              scope="col"
              className="sticky left-0 w-52 min-w-40 border-b bg-subtle px-4 py-2 text-left text-xs font-medium text-fg-3"
            >
              {t("document")}
            </th>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className="min-w-72 border-b border-l bg-subtle px-3 py-2 text-left align-top font-medium"
              >
                <ColumnHead column={column} cells={cells} actions={actions} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {documents.map(({ documentId, name, format }) => (
            <tr key={documentId}>
              <th
                scope="row"
                className="sticky left-0 max-w-52 border-b bg-background px-4 py-2.5 text-left align-top font-normal"
              >
                <span className="flex items-start gap-2">
                  <FileIcon format={format} size={16} />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </span>
              </th>
              {columns.map((column) => (
                <td key={column.id} className="border-b border-l px-3 py-2.5 align-top">
                  <Cell cell={found.get(`${column.id} ${documentId}`)} actions={actions} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ColumnHeadProps {
  column: TableColumnDto;
  cells: readonly TableCellDto[];
  actions: Actions;
}

function ColumnHead({ column, cells, actions }: ColumnHeadProps) {
  const t = useTranslations("documents.table");
  const { id, question } = column;
  const hasFailed = cells.some(
    ({ columnId, status }) => columnId === id && (status === "failed" || status === "cancelled"),
  );
  const handleRemove = () =>
    void confirm({
      title: t("removeTitle"),
      description: t("removeText", { question }),
      okButton: t("remove"),
      destructive: true,
      onOk: async () => {
        await actions.remove.mutateAsync(id);
      },
    });
  return (
    <span className="flex items-start gap-1">
      <span className="line-clamp-3 min-w-0 flex-1 wrap-anywhere">{question}</span>
      <MoreMenu
        label={t("more", { question })}
        commands={[
          {
            key: "retry",
            label: t("retryColumn"),
            icon: RotateCcw,
            disabled: !hasFailed,
            onSelect: () => actions.retry.mutate({ columnId: id }),
          },
          { key: "remove", label: t("remove"), icon: Trash2, danger: true, apart: true, onSelect: handleRemove },
        ]}
      />
    </span>
  );
}

function Cell({ cell, actions }: { cell: TableCellDto | undefined; actions: Actions }) {
  const t = useTranslations("documents.table");
  const errorText = useErrorText();
  if (!cell || cell.status === "waiting") return <span className="text-fg-3">{t("waiting")}</span>;
  const { columnId, documentId, status, failure, text, citations } = cell;
  if (status === "running") {
    return (
      <span className="inline-flex items-center gap-2 text-fg-2">
        <Spinner size={13} />
        {t("running")}
      </span>
    );
  }
  if (status === "done" && text.trim() === "") return <span className="text-fg-3">{t("nothing")}</span>;
  if (status === "done") {
    return (
      <div className="max-h-64 overflow-y-auto [&_.prose]:text-sm">
        <Sourced owner={`cell:${columnId}:${documentId}`} citations={citations} chips={false}>
          <LazyMarkdown text={text} hasMarks />
        </Sourced>
      </div>
    );
  }
  const reason = errorText(failure);
  return (
    <span className="flex flex-col items-start gap-1.5">
      {status === "failed" ? (
        <span className="flex items-start gap-1.5 text-danger-ink">
          <CircleAlert aria-hidden size={14} className="mt-[3px] shrink-0" />
          {reason}
        </span>
      ) : (
        <span className="text-fg-3">{t("cancelled")}</span>
      )}
      <Button size="sm" icon={RotateCcw} onClick={() => actions.retry.mutate({ columnId, documentId })}>
        {t("retry")}
      </Button>
    </span>
  );
}
