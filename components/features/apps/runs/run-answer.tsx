"use client";

import { useTranslations } from "next-intl";
import { LazyMarkdown } from "@/components/chat/lazy-markdown";
import type { RunDto } from "@/lib/features/apps/runs-dto";
import { isOpenRun } from "@/lib/features/apps/runs-hooks";
import { useStepName } from "./use-run-words";

/** What a run answered, and while it is under way what is being written. */
export function RunAnswer({ run }: { run: RunDto }) {
  const t = useTranslations("apps-runs.run");
  const nameOf = useStepName();
  const writing = isOpenRun(run.status) ? run.nodes.findLast(({ partial }) => partial) : undefined;
  if (!run.output && !writing) {
    return run.status === "done" ? <p className="text-fg-3 text-sm">{t("noAnswer")}</p> : null;
  }
  return (
    <section aria-label={t("answer")} className="space-y-3">
      {run.output && <LazyMarkdown text={run.output} />}
      {writing?.partial && (
        <div>
          <p className="mb-1 text-fg-3 text-xs">{t("writing", { step: nameOf(writing) })}</p>
          <LazyMarkdown text={writing.partial} isLive />
        </div>
      )}
    </section>
  );
}
