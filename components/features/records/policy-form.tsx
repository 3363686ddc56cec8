"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { useNamedField } from "@/components/form/named-fields";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { confirm } from "@/lib/client/dialogs";
import type { RecordPolicy } from "@/lib/conversation/records-policy";
import type { PolicyRowDto } from "@/lib/features/records/dto";
import { usePolicyActions } from "@/lib/features/records/hooks";
import { policyForm, RETENTION_DAYS_MAX } from "@/lib/features/records/schema";

const USUAL_DAYS = 180;
const ACCESS = ["metadata", "content"] as const;

function valuesOf({ retentionDays, mayDelete, adminAccess }: RecordPolicy) {
  return {
    keeps: retentionDays === null,
    retentionDays: String(retentionDays ?? USUAL_DAYS),
    mayDelete,
    adminAccess,
  };
}

/** Names the choice below to whoever lists the form's fields. */
function AccessText() {
  const t = useTranslations("records.policy");
  const show = (value: unknown) => t(`accessChoice.${value as (typeof ACCESS)[number]}`);
  useNamedField("adminAccess", { label: t("accessField"), show });
  return null;
}

interface PolicyFormProps {
  row: PolicyRowDto;
  /** Saved, or left for the list. */
  onDone: () => void;
  onClose: () => void;
}

/** The policy of one department. Keeping less is asked once more: what is removed is gone. */
export function PolicyForm({ row, onDone, onClose }: PolicyFormProps) {
  const t = useTranslations("records.policy");
  const { save, drop } = usePolicyActions();
  const accessId = useId();
  const { policy, name, departmentId } = row;
  const form = useZodForm(policyForm, valuesOf(policy));
  // Somebody else may have let the department take the policy from above again: nothing of its own is left then.
  const toValues = (current: Partial<RecordPolicy>) => valuesOf({ ...policy, ...current });
  const [keeps, adminAccess] = useWatch({ control: form.control, name: ["keeps", "adminAccess"] });
  const saving = useSaveForm(form, {
    revision: row.revision,
    toValues,
    save: async (values, revision) => {
      const retentionDays = values.keeps ? null : Number(values.retentionDays);
      const { mayDelete } = values;
      const isLess = retentionDays !== null && retentionDays < (policy.retentionDays ?? Number.POSITIVE_INFINITY);
      const isAgreed =
        !isLess ||
        (await confirm({
          title: t("shortenTitle"),
          description: t("shortenText", { name, days: retentionDays }),
          okButton: t("shortenOk"),
          destructive: true,
        }));
      if (!isAgreed) return false;
      return save.mutateAsync({
        departmentId,
        revision,
        retentionDays,
        mayDelete,
        adminAccess: values.adminAccess,
      });
    },
    toast: t("saved"),
    explains: true,
    onSaved: onDone,
  });
  const handleInherit = async () => {
    const agreed = await confirm({
      title: t("inheritTitle"),
      description: t("inheritText", { name }),
      okButton: t("inherit"),
      onOk: () => drop.mutateAsync(departmentId),
    });
    if (agreed) onDone();
  };
  return (
    <FormDrawer
      title={t("titleOf", { name })}
      meta={row.isOwn ? t("own") : row.fromName ? t("from", { name: row.fromName }) : t("default")}
      saving={saving}
      onClose={onClose}
    >
      <AccessText />
      <ChoiceField name="keeps" kind="switch" label={t("keepsField")} />
      {!keeps && (
        <TextField
          name="retentionDays"
          inputMode="numeric"
          maxLength={8}
          autoComplete="off"
          label={t("daysField")}
          hint={t("daysHint", { max: RETENTION_DAYS_MAX })}
          suffix={t("daysUnit")}
          required
        />
      )}
      <ChoiceField name="mayDelete" kind="switch" label={t("deleteField")} />
      <div>
        <p id={accessId} className="mb-2 text-sm">
          {t("accessField")}
        </p>
        <RadioGroup
          aria-labelledby={accessId}
          className="flex-col"
          value={adminAccess}
          onValueChange={(value) => {
            const chosen = ACCESS.find((known) => known === value);
            if (chosen) form.setValue("adminAccess", chosen, { shouldDirty: true });
          }}
        >
          {ACCESS.map((value) => (
            <RadioGroupItem key={value} value={value} label={t(`accessChoice.${value}`)} />
          ))}
        </RadioGroup>
        <p className="mt-2 text-fg-3 text-xs">{t("accessHint")}</p>
      </div>
      {row.isOwn && <Button onClick={() => void handleInherit()}>{t("inherit")}</Button>}
    </FormDrawer>
  );
}
