"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Segmented } from "@/components/ui/segmented";
import { recallSetQuery, type TestsPlace } from "@/lib/features/knowledge-operations/recall-hooks";
import { ItemList } from "./item-list";
import { RunDrawer } from "./run-drawer";
import { RunList } from "./run-list";
import { RunView } from "./run-view";

interface SetViewProps {
  baseId: string;
  setId: string;
  runId: string | null;
  part: TestsPlace["part"];
  onShow: (place: Partial<TestsPlace>) => void;
  onBack: () => void;
}

/** One test set: its questions, its runs, or what one run found. */
export function SetView({ baseId, setId, runId, part, onShow, onBack }: SetViewProps) {
  const t = useTranslations("knowledge-operations-tests");
  const [isRunning, setIsRunning] = useState(false);
  const query = useQuery(recallSetQuery(setId));
  const set = query.data;
  const showRun = (id: string | null) => onShow({ runId: id, part: "runs" });
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-b px-4 py-2 md:px-5">
        <IconButton
          icon={ArrowLeft}
          label={runId ? t("runs.back") : t("sets.back")}
          onClick={runId ? () => showRun(null) : onBack}
        />
        <h2 className="min-w-0 flex-1 truncate font-semibold text-base">{set?.name}</h2>
        <Segmented
          aria-label={t("part.label")}
          value={part}
          onValueChange={(next) => onShow({ part: next, runId: null })}
          options={(["questions", "runs"] as const).map((value) => ({ value, label: t(`part.${value}`) }))}
        />
        <Button variant="primary" icon={Play} disabled={!set || set.active === 0} onClick={() => setIsRunning(true)}>
          {t("runs.run")}
        </Button>
      </div>
      {!set ? (
        <PanelState query={query} failed={t("sets.failed")} />
      ) : runId ? (
        <RunView key={runId} baseId={baseId} runId={runId} />
      ) : part === "runs" ? (
        <RunList setId={setId} onOpen={showRun} />
      ) : (
        <ItemList baseId={baseId} set={set} />
      )}
      {isRunning && set && (
        <RunDrawer
          baseId={baseId}
          set={set}
          onClose={() => setIsRunning(false)}
          onStarted={(id) => {
            setIsRunning(false);
            showRun(id);
          }}
        />
      )}
    </>
  );
}
