"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useDialogs } from "@/components/common/use-dialogs";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { confirm, DialogCancelled, type DialogControl } from "@/lib/client/dialogs";
import type { SyncRunDto } from "@/lib/features/directory-sync/dto";
import { useSyncActions } from "@/lib/features/directory-sync/hooks";

interface SyncApplyProps {
  run: SyncRunDto;
  channelId: string;
}

/** Carries a plan out after a question with its numbers; a plan that disables many asks for the number itself. */
export function SyncApply({ run, channelId }: SyncApplyProps) {
  const t = useTranslations("directory-sync.run");
  const dialogs = useDialogs();
  const { apply } = useSyncActions(channelId);
  const count = (key: string) => run.summary[key] ?? 0;
  const disables = count("user.disable");

  const handleApply = async () => {
    const departments = ["add", "move", "change", "disable", "enable"].reduce(
      (sum, action) => sum + count(`department.${action}`),
      0,
    );
    const other = count("user.move") + count("user.change") + count("user.enable");
    const plan = t("applyText", { add: count("user.add"), disable: disables, other, departments });
    if (!run.needsReview) {
      const title = t("applyTitle", { total: run.total });
      const agreed = await confirm({ title, description: plan, okButton: t("apply"), destructive: disables > 0 });
      if (agreed) apply.mutate({ id: run.id });
      return;
    }
    try {
      await dialogs.open({
        title: t("reviewTitle", { count: disables }),
        okButton: t("reviewOk"),
        destructive: true,
        awaitsSubmittable: true,
        content: (control) => <NumberQuestion plan={plan} wanted={disables} control={control} />,
        onOk: () => apply.mutateAsync({ id: run.id, disables }),
      });
    } catch (error) {
      if (!(error instanceof DialogCancelled)) throw error;
    }
  };

  return (
    <Button variant="primary" loading={apply.isPending} onClick={() => void handleApply()}>
      {t("apply")}
    </Button>
  );
}

/** OK opens when the number that was typed is the plan's. */
function NumberQuestion({ plan, wanted, control }: { plan: string; wanted: number; control: DialogControl }) {
  const t = useTranslations("directory-sync.run");
  const id = useId();
  return (
    <div className="space-y-4">
      <p>{plan}</p>
      <p>{t("reviewConfirmText")}</p>
      <Field id={id} label={t("reviewField")} required>
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          onChange={(event) => control.setSubmittable(event.target.value.trim() === String(wanted))}
        />
      </Field>
    </div>
  );
}
