"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { OpenedRecallSetDto } from "@/lib/features/knowledge-operations/recall-dto";
import { useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";

/** How far a model is with its proposals, or why it stopped. */
export function ProposalsBar({ set: { id, proposals } }: { set: OpenedRecallSetDto }) {
  const t = useTranslations("knowledge-operations-tests.proposals");
  const errorText = useErrorText();
  const { stopProposals } = useRecallActions();
  if (proposals?.status === "failed")
    return (
      <p role="alert" className="shrink-0 border-b bg-danger-soft px-4 py-2 text-danger-ink text-sm md:px-5">
        {t("failed", { reason: errorText(proposals.error) })}
      </p>
    );
  if (proposals?.status !== "waiting" && proposals?.status !== "running") return null;
  const { done, total } = proposals;
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-3 border-b bg-subtle px-4 py-2 text-sm md:px-5"
    >
      <span>{t("running")}</span>
      <Meter value={total > 0 ? (100 * done) / total : 0} label={t("running")} className="w-32" />
      <span className="tnum text-fg-3 text-xs">{t("progress", { done, total })}</span>
      <Button
        size="sm"
        variant="ghost"
        className="ml-auto"
        loading={stopProposals.isPending}
        onClick={() => stopProposals.mutate(id)}
      >
        {t("cancel")}
      </Button>
    </div>
  );
}

/** Questions that wait for a decision, all of them at once. */
export function ReviewBar({ set: { id, proposed } }: { set: OpenedRecallSetDto }) {
  const t = useTranslations("knowledge-operations-tests.items");
  const { decide } = useRecallActions();
  const handleReject = () =>
    void confirm({
      title: t("rejectTitle"),
      description: t("rejectText", { count: proposed }),
      okButton: t("rejectAll"),
      destructive: true,
      onOk: () =>
        decide
          .mutateAsync({ setId: id, action: "reject", ids: "all" })
          .then((done) => toast.success(t("rejected", done))),
    });
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 border-b bg-warning-soft px-4 py-1.5 text-sm text-warning-ink md:px-5">
      <span className="min-w-0 flex-1">{t("review", { count: proposed })}</span>
      <Button size="sm" variant="ghost" className="text-warning-ink" onClick={handleReject}>
        {t("rejectAll")}
      </Button>
      <Button
        size="sm"
        loading={decide.isPending}
        onClick={() =>
          decide.mutate(
            { setId: id, action: "approve", ids: "all" },
            { onSuccess: (done) => toast.success(t("approved", done)) },
          )
        }
      >
        {t("approveAll")}
      </Button>
    </div>
  );
}
