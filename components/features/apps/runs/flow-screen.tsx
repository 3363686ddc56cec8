"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { FullState } from "@/components/common/full-state";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { resultHref } from "@/lib/features/apps/paths";
import { runQuery } from "@/lib/features/apps/runs-hooks";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { AppActions, AppBar, AppMarks } from "../app-bar";
import { AppsSidebar } from "../apps-frame";
import { RunForm } from "./run-form";
import { RunGraphFold } from "./run-graph-fold";
import { RunHistory } from "./run-history";
import { RunPanel } from "./run-panel";

interface FlowScreenProps {
  /** Null: the reader has a run of it, or is asked by one, and may not begin one. */
  app: OpenAppDto | null;
  /** Of the app, where the reader may not open it. */
  appId: string;
  appName: string;
  fileLimits: FileLimits;
  mayFindPeople: boolean;
  /** The reader is asked by the run in the address, and sees nothing else of it. */
  isAsked: boolean;
}

/** The form of a workflow beside a run of it; earlier runs stand in the sidebar. */
export function FlowScreen({ app, appId, appName, fileLimits, mayFindPeople, isAsked }: FlowScreenProps) {
  const t = useTranslations("apps-runs.run");
  const router = useRouter();
  const runId = useSearchParams().get("run");
  const { data: run } = useQuery({ ...runQuery(runId ?? ""), enabled: runId !== null });
  const given = run?.isOwn ? run.inputs : null;
  return (
    <>
      <AppsSidebar currentId={appId}>{!isAsked && <RunHistory appId={appId} currentId={runId} />}</AppsSidebar>
      <AppBar
        app={app}
        name={appName}
        meta={app && <AppMarks app={app} />}
        actions={
          app && (
            <>
              {runId && !isAsked && (
                <Link
                  href={resultHref(appId)}
                  prefetch={false}
                  aria-label={t("new")}
                  className={buttonClass("default", "md", "max-md:w-11 max-md:px-0")}
                >
                  <Plus aria-hidden size={15} strokeWidth={1.75} />
                  <span className="max-md:sr-only">{t("new")}</span>
                </Link>
              )}
              <AppActions app={app} />
            </>
          )
        }
      />
      <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
        {app && !isAsked && (
          <RunForm
            // Begun anew with what the run in view was given, once that is known.
            key={`${runId} ${given !== null}`}
            app={app}
            fileLimits={fileLimits}
            given={given}
            onRun={(id) => router.push(resultHref(app.id, id))}
            className={cn("flex shrink-0 flex-col md:w-90 md:border-r", runId && "max-md:hidden")}
          />
        )}
        <div className={cn("flex min-h-0 min-w-0 flex-1 flex-col", !runId && "max-md:hidden")}>
          {runId ? (
            <RunPanel
              key={runId}
              runId={runId}
              mayFindPeople={mayFindPeople}
              graph={(shown) => <RunGraphFold run={shown} />}
            />
          ) : (
            <FullState kind="empty" title={t("none")} description={t("noneText")} />
          )}
        </div>
      </div>
    </>
  );
}
