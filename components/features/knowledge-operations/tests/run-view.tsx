"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { useErrorText } from "@/components/common/use-error-text";
import {
  changedParameters,
  ParameterChanges,
} from "@/components/features/knowledge-operations/parameters/parameter-changes";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { backupsHref } from "@/lib/features/knowledge/paths";
import { retrievalQuery } from "@/lib/features/knowledge/retrieval-hooks";
import { withinCenter } from "@/lib/features/knowledge/within-center";
import type { OpenedRecallRunDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallRunQuery, useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";
import type { RunSide } from "@/lib/features/knowledge-operations/recall-schema";
import { ResultList } from "./result-list";
import { RunFigures } from "./run-figures";

interface RunViewProps {
  baseId: string;
  runId: string;
}

/** A run of a test set: how far it is, its figures, its questions, and what of it the base may take over. */
export function RunView({ baseId, runId }: RunViewProps) {
  const t = useTranslations("knowledge-operations-tests");
  const query = useQuery(recallRunQuery(runId));
  const run = query.data;
  if (!run) return <PanelState query={query} failed={t("sets.failed")} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Progress run={run} />
      {run.figures && <RunFigures figures={run.figures} />}
      <Sides baseId={baseId} run={run} />
      <ResultList run={run} />
    </div>
  );
}

function Progress({ run: { id, state, work } }: { run: OpenedRecallRunDto }) {
  const t = useTranslations("knowledge-operations-tests.result");
  const errorText = useErrorText();
  const { cancel } = useRecallActions();
  if (state === "done") return null;
  if (state === "failed")
    return (
      <p role="alert" className="border-b bg-danger-soft px-4 py-2 text-danger-ink text-sm md:px-5">
        {t("failed", { reason: errorText(work?.error) })}
      </p>
    );
  if (state === "cancelled")
    return <p className="border-b bg-subtle px-4 py-2 text-fg-2 text-sm md:px-5">{t("cancelled")}</p>;
  const { done = 0, total = 0 } = work ?? {};
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 border-b bg-subtle px-4 py-2 text-sm md:px-5">
      <span className="font-semibold">{t("running")}</span>
      <Meter value={total > 0 ? (100 * done) / total : 0} label={t("running")} className="w-40" />
      <span className="tnum text-fg-2">{t("progress", { done, total })}</span>
      <span className="text-fg-3 text-xs">{t("goesOn")}</span>
      <Button size="sm" className="ml-auto" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
        {t("cancel")}
      </Button>
    </div>
  );
}

/** The settings of a run, against those of the base at this moment. */
function Sides({ baseId, run }: { baseId: string; run: OpenedRecallRunDto }) {
  const t = useTranslations("knowledge-operations-tests.result");
  const { data } = useQuery(retrievalQuery(baseId));
  const now = data && withinCenter({ ...data.center, ...data.own }, { settings: data.center, recall: data.limits });
  const sides: [RunSide, RetrievalSettings][] = [
    ["first", run.settings],
    ...(run.others ? [["second", run.others] satisfies [RunSide, RetrievalSettings]] : []),
  ];
  return (
    <section aria-label={t("settings")} className="border-b px-4 py-4 md:px-5">
      <h3 className="font-semibold text-sm">{t("settings")}</h3>
      <div className="mt-2 grid gap-4 md:grid-cols-2">
        {sides.map(([side, settings]) => (
          <Side key={side} {...{ baseId, side, settings, now }} run={run} />
        ))}
      </div>
    </section>
  );
}

interface SideProps {
  baseId: string;
  run: OpenedRecallRunDto;
  side: RunSide;
  settings: RetrievalSettings;
  now: RetrievalSettings | undefined;
}

function Side({ baseId, run, side, settings, now }: SideProps) {
  const t = useTranslations("knowledge-operations-tests.result");
  const { apply } = useRecallActions();
  const [isApplied, setIsApplied] = useState(false);
  const name = t(`side.${side}`);
  const handleApply = async () => {
    const agreed = await confirm({
      title: t("applyTitle", { side: name }),
      description: t("applyText"),
      okButton: t("apply", { side: name }),
      onOk: () => apply.mutateAsync({ id: run.id, side }),
    });
    if (!agreed) return;
    setIsApplied(true);
    toast.success(t("applied"));
  };
  const differs = now ? changedParameters(now, settings) : [];
  return (
    <section aria-label={name} className="rounded-md border p-3">
      <header className="flex flex-wrap items-center gap-2">
        <h4 className="font-semibold">{name}</h4>
        {now && (
          <span className="min-w-0 flex-1 text-fg-3 text-xs">
            {differs.length === 0 ? t("sameAsNow") : t("differs", { count: differs.length })}
          </span>
        )}
        {differs.length > 0 && run.state === "done" && (
          <Button size="sm" loading={apply.isPending} onClick={() => void handleApply()}>
            {t("apply", { side: name })}
          </Button>
        )}
        {isApplied && (
          <Link href={backupsHref(baseId)} className="text-primary-ink text-sm hover:underline">
            {t("toBackups")}
          </Link>
        )}
      </header>
      {now && differs.length > 0 && <ParameterChanges before={now} after={settings} className="mt-2" />}
    </section>
  );
}
