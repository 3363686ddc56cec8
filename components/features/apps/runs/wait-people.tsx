"use client";

import { BellRing, UserRoundPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useMoments } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { RunDto, StepDto } from "@/lib/features/apps/runs-dto";
import { useRunActions } from "@/lib/features/apps/runs-hooks";

const HandOverDialog = lazy(() => import("./hand-over-dialog").then((module) => ({ default: module.HandOverDialog })));

interface WaitPeopleProps {
  run: RunDto;
  step: StepDto;
  /** The reader may look up people. */
  mayFindPeople: boolean;
}

/** Who is waited for and until when; whoever it concerns reminds them, or has somebody else answer. */
export function WaitPeople({ run, step, mayFindPeople }: WaitPeopleProps) {
  const t = useTranslations("apps-runs.wait");
  const moments = useMoments();
  const { wait } = step;
  if (!wait) return null;
  const { assignee, dueAt, isMine } = wait;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 text-fg-2 text-xs">
      {assignee && <Avatar id={assignee.id} name={assignee.name} size={20} />}
      <span className="min-w-0 flex-1">
        {assignee ? t("for", { name: assignee.name }) : t("forManagers")}
        {dueAt && <span className="tnum ml-2 text-fg-3">{t("dueShort", { time: moments.minute(dueAt) })}</span>}
      </span>
      {assignee && (run.isOwn || run.mayManage) && !isMine && (
        <RemindButton runId={run.id} stepId={step.id} name={assignee.name} />
      )}
      {!isMine && <HandOverButton run={run} step={step} mayFindPeople={mayFindPeople} />}
    </div>
  );
}

function RemindButton({ runId, stepId, name }: { runId: string; stepId: string; name: string }) {
  const t = useTranslations("apps-runs.wait");
  const { remind } = useRunActions();
  // A reminder a minute is enough of a nuisance.
  const [wasSent, setWasSent] = useState(false);
  const handleRemind = () =>
    remind.mutateAsync({ runId, stepId }).then(() => {
      setWasSent(true);
      toast.success(t("reminded", { name }));
    }, reportFailure);
  return (
    <Button size="sm" icon={BellRing} disabled={wasSent} loading={remind.isPending} onClick={() => void handleRemind()}>
      {t("remind")}
    </Button>
  );
}

/** Offered to whoever is asked, and to whoever may change the app. */
export function HandOverButton({ run, step, mayFindPeople }: WaitPeopleProps) {
  const t = useTranslations("apps-runs.wait");
  const [isOpen, setIsOpen] = useState(false);
  const { wait } = step;
  if (!wait?.assignee || wait.kind === "consent" || !mayFindPeople || !(wait.isMine || run.mayManage)) return null;
  return (
    <>
      <Button size="sm" icon={UserRoundPlus} onClick={() => setIsOpen(true)}>
        {t("handOver")}
      </Button>
      <LazyBoundary onFailure={() => setIsOpen(false)}>
        {isOpen && (
          <HandOverDialog runId={run.id} stepId={step.id} subject={wait.subject} onClose={() => setIsOpen(false)} />
        )}
      </LazyBoundary>
    </>
  );
}
