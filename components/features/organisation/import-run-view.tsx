"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { ErrorState } from "@/components/common/error-state";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Meter } from "@/components/ui/meter";
import { Skeleton } from "@/components/ui/skeleton";
import { Spinner } from "@/components/ui/spinner";
import type { ImportDto } from "@/lib/features/organisation/import/dto";
import { importQuery, useImportActions } from "@/lib/features/organisation/import/hooks";
import { ImportErrors } from "./import-errors";

/** Something may have been written, and nothing more will be. */
const isOver = (status?: ImportDto["status"]) => ["done", "failed", "cancelled"].includes(status ?? "");

interface ImportRunViewProps {
  id: string;
  onAnother: () => void;
}

/** One import in whatever state it is. */
export function ImportRunView({ id, onAnother }: ImportRunViewProps) {
  const query = useQuery(importQuery(id));
  const { refreshOrganisation } = useImportActions();
  const run = query.data;
  const before = useRef(run?.status);
  // Tells the lists behind the drawer, once, that there is something new.
  useEffect(() => {
    // A short run is done before anybody saw it running.
    if (before.current && !isOver(before.current) && isOver(run?.status)) void refreshOrganisation();
    before.current = run?.status;
  }, [run?.status, refreshOrganisation]);
  if (!run) {
    if (query.isError) return <ErrorState onRetry={() => void query.refetch()} />;
    return <Skeleton className="h-40 w-full" />;
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <p className="truncate text-fg-3 text-xs">{run.fileName}</p>
      <State run={run} onAnother={onAnother} />
    </div>
  );
}

function State({ run, onAnother }: { run: ImportDto; onAnother: () => void }) {
  switch (run.status) {
    case "checking":
    case "running":
      return <UnderWay run={run} />;
    case "ready":
      return <Ready run={run} onAnother={onAnother} />;
    case "refused":
      return <Refused run={run} onAnother={onAnother} />;
    case "done":
      return <Done run={run} onAnother={onAnother} />;
    default:
      return <Ended run={run} onAnother={onAnother} />;
  }
}

function UnderWay({ run }: { run: ImportDto }) {
  const t = useTranslations("organisation-imports");
  const { cancel } = useImportActions();
  const isRunning = run.status === "running";
  const percent = run.total === 0 ? 0 : Math.round((run.done / run.total) * 100);
  return (
    <section className="space-y-3 rounded-md border p-4">
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        <Spinner />
        {isRunning ? t("running", { total: run.total }) : t("checking", { file: run.fileName })}
      </h3>
      <Meter value={percent} label={t("title")} />
      <p className="tnum text-fg-2 text-sm">
        {isRunning && run.done >= run.total ? t("writing") : t("progress", { done: run.done, total: run.total })}
      </p>
      <p className="text-fg-3 text-xs">{t("goesOn")}</p>
      {run.owner.isSelf && (
        <Button loading={cancel.isPending} onClick={() => cancel.mutate(run.id)}>
          {t("cancel")}
        </Button>
      )}
    </section>
  );
}

function Ready({ run, onAnother }: { run: ImportDto; onAnother: () => void }) {
  const t = useTranslations("organisation-imports");
  const { confirm } = useImportActions();
  const { created, changed, departments } = run.summary;
  const work = created + changed + departments;
  return (
    <>
      <Head tone="success" title={work > 0 ? t("readyTitle") : t("nothing")}>
        {work > 0 && t(`readyText.${run.kind}`, { total: run.total })}
      </Head>
      <Counts run={run} />
      <Ignored run={run} />
      {run.owner.isSelf && (
        <div className="flex flex-wrap gap-2">
          {work > 0 && (
            <Button variant="primary" loading={confirm.isPending} onClick={() => confirm.mutate(run.id)}>
              {t("confirm", { count: created + changed })}
            </Button>
          )}
          <Button onClick={onAnother}>{t("another")}</Button>
        </div>
      )}
    </>
  );
}

function Refused({ run, onAnother }: { run: ImportDto; onAnother: () => void }) {
  const t = useTranslations("organisation-imports");
  const { refused } = useImportActions();
  return (
    <>
      <Head tone="danger" title={t("refusedTitle", { rows: run.summary.refused })}>
        {t("refusedText")}
      </Head>
      <Counts run={run} />
      <Ignored run={run} />
      <div className="flex flex-wrap gap-2">
        <Button icon={Download} loading={refused.isPending} onClick={() => refused.mutate(run.id)}>
          {t("downloadRefused")}
        </Button>
        {run.owner.isSelf && (
          <Button variant="primary" onClick={onAnother}>
            {t("tryAgain")}
          </Button>
        )}
      </div>
      <ImportErrors id={run.id} />
    </>
  );
}

function Done({ run, onAnother }: { run: ImportDto; onAnother: () => void }) {
  const t = useTranslations("organisation-imports");
  return (
    <>
      <Head tone="success" title={t("doneTitle")} />
      <Counts run={run} />
      <Codes run={run} />
      <div>
        <Button onClick={onAnother}>{t("another")}</Button>
      </div>
    </>
  );
}

/** The one-time codes of the people it made, for who imported them. */
function Codes({ run }: { run: ImportDto }) {
  const t = useTranslations("organisation-imports");
  const { codes } = useImportActions();
  if (run.kind !== "users" || run.summary.created === 0 || !run.owner.isSelf) return null;
  if (!run.hasCodes) return <p className="text-fg-3 text-sm">{t("codesTaken")}</p>;
  return (
    <section className="space-y-3 rounded-md bg-warning-soft p-4 text-warning-ink">
      <h3 className="font-semibold text-sm">{t("codesTitle")}</h3>
      <p className="text-sm">{t("codesText")}</p>
      <Button variant="primary" icon={Download} loading={codes.isPending} onClick={() => codes.mutate(run.id)}>
        {t("downloadCodes")}
      </Button>
    </section>
  );
}

/** Cancelled, or failed on the way: people written by then stay. */
function Ended({ run, onAnother }: { run: ImportDto; onAnother: () => void }) {
  const t = useTranslations("organisation-imports");
  const errorText = useErrorText();
  const isFailed = run.status === "failed";
  const { created, changed, departments } = run.summary;
  const isPartlyWritten = created + changed + departments > 0;
  return (
    <>
      <Head tone="danger" title={t(isFailed ? "failedTitle" : "cancelledTitle")}>
        {run.failure && <p>{errorText(run.failure.key, run.failure.args)}</p>}
        <p>{t(isPartlyWritten ? "partlyWritten" : "nothingWritten")}</p>
      </Head>
      {isPartlyWritten && (
        <>
          <Counts run={run} />
          <Codes run={run} />
        </>
      )}
      {run.owner.isSelf && (
        <div>
          <Button onClick={onAnother}>{t("tryAgain")}</Button>
        </div>
      )}
    </>
  );
}

function Head({ tone, title, children }: { tone: "success" | "danger"; title: string; children?: ReactNode }) {
  const Icon = tone === "success" ? CircleCheck : CircleAlert;
  return (
    <div role="status" className="flex gap-2.5">
      <Icon
        aria-hidden
        size={18}
        strokeWidth={1.75}
        className={cn("mt-0.5 shrink-0", tone === "success" ? "text-success-ink" : "text-danger-ink")}
      />
      <div>
        <h3 className="font-semibold">{title}</h3>
        {children && <div className="mt-0.5 space-y-0.5 text-fg-2 text-sm">{children}</div>}
      </div>
    </div>
  );
}

/** What it would do or did, in figures. */
function Counts({ run }: { run: ImportDto }) {
  const t = useTranslations("organisation-imports.count");
  const keys = (["created", "changed", "unchanged", "refused", "departments"] as const).filter(
    (key) => key !== "departments" || run.summary.departments > 0,
  );
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border bg-border sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
      {keys.map((key) => (
        <div key={key} className="bg-popover px-4 py-3">
          <dt className="text-fg-3 text-xs">{t(key)}</dt>
          <dd
            className={cn(
              "tnum mt-0.5 font-semibold text-lg",
              key === "refused" && run.summary.refused > 0 && "text-danger-ink",
            )}
          >
            {run.summary[key]}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Ignored({ run }: { run: ImportDto }) {
  const t = useTranslations("organisation-imports");
  if (run.ignored.length === 0) return null;
  return <p className="text-fg-3 text-sm">{t("ignored", { names: run.ignored.join(" · ") })}</p>;
}
