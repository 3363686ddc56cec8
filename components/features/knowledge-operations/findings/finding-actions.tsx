"use client";

import { Check, RotateCcw, UserRound } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { SearchPicker } from "@/components/common/search-picker";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { toast } from "@/lib/client/toast";
import type { FindingDetailDto } from "@/lib/features/knowledge-operations/findings-dto";
import { useAssignees, useFindingActions } from "@/lib/features/knowledge-operations/findings-hooks";
import { DISMISS_REASON_MAX } from "@/lib/features/knowledge-operations/limits";

/** What can be done about a finding by whoever manages its base. */
export function FindingActions({ finding }: { finding: FindingDetailDto }) {
  const t = useTranslations("knowledge-operations-usage.findings");
  const { done, reopen } = useFindingActions(finding.id);
  if (finding.state === "done" || finding.state === "dismissed") {
    return (
      <Button
        icon={RotateCcw}
        loading={reopen.isPending}
        onClick={() => reopen.mutate(undefined, { onSuccess: () => toast.success(t("toast.reopened")) })}
      >
        {t("action.reopen")}
      </Button>
    );
  }
  return (
    <>
      <Dismissal id={finding.id} />
      <Assignment finding={finding} />
      <Button
        variant="primary"
        icon={Check}
        loading={done.isPending}
        onClick={() => done.mutate(undefined, { onSuccess: () => toast.success(t("toast.done")) })}
      >
        {t("action.done")}
      </Button>
    </>
  );
}

function Assignment({ finding: { id, assignee } }: { finding: FindingDetailDto }) {
  const t = useTranslations("knowledge-operations-usage.findings");
  const { assign } = useFindingActions(id);
  const source = useAssignees(id);
  const [isOpen, setIsOpen] = useState(false);
  const give = (assigneeId: string | null) => {
    setIsOpen(false);
    assign.mutate(assigneeId, {
      onSuccess: () => toast.success(t(assigneeId ? "toast.assigned" : "toast.unassigned")),
    });
  };
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <Button icon={UserRound} loading={assign.isPending}>
          {t("action.assign")}
        </Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("action.assign")} className="w-72 p-3">
        <SearchPicker
          label={t("action.assignTo")}
          placeholder={t("action.searchPeople")}
          value={null}
          source={source}
          onChange={(choice) => choice && give(choice.id)}
        />
        {assignee && (
          <Button size="sm" variant="ghost" className="mt-2" onClick={() => give(null)}>
            {t("action.unassign")}
          </Button>
        )}
      </PopoverContent>
    </Popover>
  );
}

function Dismissal({ id: findingId }: { id: string }) {
  const t = useTranslations("knowledge-operations-usage.findings");
  const { dismiss } = useFindingActions(findingId);
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState("");
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost">{t("action.dismiss")}</Button>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("action.dismiss")} className="w-72 p-3">
        <form
          className="space-y-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (!reason.trim()) return;
            dismiss.mutate(reason.trim(), {
              onSuccess: () => {
                setIsOpen(false);
                toast.success(t("toast.dismissed"));
              },
            });
          }}
        >
          <Field id={id} label={t("action.reason")} required>
            <Input
              id={id}
              autoFocus
              maxLength={DISMISS_REASON_MAX}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
          <div className="flex justify-end">
            <Button size="sm" type="submit" loading={dismiss.isPending} disabled={!reason.trim()}>
              {t("action.sendDismiss")}
            </Button>
          </div>
        </form>
      </PopoverContent>
    </Popover>
  );
}
