"use client";

import { useQuery } from "@tanstack/react-query";
import { OctagonX } from "lucide-react";
import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/common/error-state";
import { ExportMenu } from "@/components/common/export-menu";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { DocumentTableDto } from "@/lib/features/documents/dto";
import { tableQuery, useTableActions } from "@/lib/features/documents/hooks";
import { AnswerTable } from "./answer-table";
import { QuestionForm } from "./question-form";

interface TableViewProps {
  chatId: string;
  modelId: string | null;
  /** Why nothing can be asked now. */
  blocked: string | undefined;
}

/** One question, one answer for each document, each cited (spec D9). */
export function TableView({ chatId, modelId, blocked }: TableViewProps) {
  const t = useTranslations("documents.table");
  const { data, isError, refetch } = useQuery(tableQuery(chatId));
  const actions = useTableActions(chatId);
  if (!data) {
    if (isError) return <ErrorState onRetry={() => void refetch()} />;
    return (
      <div role="status" aria-label={t("loading")} className="space-y-3 p-5">
        <Skeleton className="h-8 w-full" />
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    );
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div className="shrink-0 border-b px-4 py-3 md:px-5">
        <QuestionForm
          draft={`documents-table:${chatId}`}
          columns={data.columns.length}
          blocked={blocked}
          onAsk={(question) => actions.add.mutateAsync({ question, modelId: modelId ?? undefined })}
        />
        {data.columns.length > 0 && (
          <div className="mt-2 flex flex-wrap items-center gap-2">
            <Progress table={data} />
            {data.open > 0 && (
              <Button
                size="sm"
                icon={OctagonX}
                loading={actions.cancel.isPending}
                onClick={() => actions.cancel.mutate({})}
              >
                {t("cancelAll")}
              </Button>
            )}
            <span className="ml-auto">
              <ExportMenu onExport={actions.download} />
            </span>
          </div>
        )}
      </div>
      {data.columns.length === 0 ? (
        <div className="flex flex-1 flex-col items-center justify-center px-6 py-10 text-center">
          <h2 className="text-lg font-semibold">{t("empty")}</h2>
          <p className="mt-1 max-w-105 text-balance text-base text-fg-3">
            {t("emptyText", { count: data.documents.length })}
          </p>
        </div>
      ) : (
        <AnswerTable table={data} actions={actions} />
      )}
    </div>
  );
}

function Progress({ table }: { table: DocumentTableDto }) {
  const t = useTranslations("documents.table");
  const whole = table.columns.length * table.documents.length;
  return (
    <span role="status" className="tnum text-xs text-fg-3">
      {table.open > 0
        ? t("progress", { done: whole - table.open, whole })
        : t("size", { documents: table.documents.length, questions: table.columns.length })}
    </span>
  );
}
