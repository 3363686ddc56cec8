"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FullState } from "@/components/common/full-state";
import { LazyMessages } from "@/components/common/lazy-messages";
import { IconButton } from "@/components/ui/icon-button";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { beginningOf } from "@/lib/features/apps/workflow/beginning";
import type { FlowGraph } from "@/lib/features/apps/workflow/graph";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { RunForm } from "./run-form";
import { RunGraphFold } from "./run-graph-fold";
import { RunPanel } from "./run-panel";

interface FlowTrialProps {
  app: AppDetailDto;
  graph: FlowGraph;
  models: readonly { id: string; name: string }[];
  fileLimits: FileLimits;
  /** Keeps the draft before it is run. */
  flush: () => Promise<unknown>;
}

/** The draft as its users would run it. */
export function FlowTrial(props: FlowTrialProps) {
  return (
    <LazyMessages areas={["apps-flow", "apps-runs"]}>
      <Trial {...props} />
    </LazyMessages>
  );
}

function Trial({ app, graph, models, fileLimits, flush }: FlowTrialProps) {
  const t = useTranslations("apps-runs");
  const [runId, setRunId] = useState<string | null>(null);
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b bg-subtle px-4 md:px-5">
        <p className="min-w-0 flex-1 py-2 text-fg-3 text-xs">{t("preview.note")}</p>
        <IconButton
          icon={RotateCcw}
          label={t("preview.again")}
          disabled={runId === null}
          onClick={() => setRunId(null)}
        />
      </div>
      <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
        <RunForm
          app={{ id: app.id, description: app.description, ...beginningOf(graph) }}
          fileLimits={fileLimits}
          given={null}
          onRun={setRunId}
          isTrial
          before={flush}
          className="flex shrink-0 flex-col md:w-90 md:border-r"
        />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col max-md:min-h-[60dvh]">
          {runId ? (
            <RunPanel
              key={runId}
              runId={runId}
              mayFindPeople
              graph={(run) => <RunGraphFold run={run} models={models} />}
            />
          ) : (
            <FullState kind="empty" title={t("run.none")} description={t("run.noneText")} />
          )}
        </div>
      </div>
    </>
  );
}
