"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { useAppName } from "@/components/common/use-app-name";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Segmented } from "@/components/ui/segmented";
import type { Choice } from "@/lib/client/choices";
import { decimalOf, microsOf } from "@/lib/config/money";
import { budgetForm } from "@/lib/features/gateway/budget-schema";
import { subjectChoices } from "@/lib/features/gateway/choices";
import type { BudgetDto } from "@/lib/features/gateway/dto";
import { BUDGET_SUBJECTS } from "@/lib/features/gateway/kinds";
import { useBudgetActions } from "@/lib/features/gateway/money-hooks";

interface BudgetDrawerProps {
  /** Null makes a new one. */
  budget: BudgetDto | null;
  currency: string;
  onClose: () => void;
}

/** Whose money, how much and for how long. Of a budget that stands only the amount changes. */
export function BudgetDrawer({ budget, currency, onClose }: BudgetDrawerProps) {
  const t = useTranslations("gateway.budget");
  const v = useTranslations("validation");
  const appName = useAppName();
  const { create, edit } = useBudgetActions();
  const [subject, setSubject] = useState<Choice | null>(null);
  const toValues = (edited: Pick<BudgetDto, "limitMicros"> | null) => ({
    subjectType: budget?.subjectType ?? ("user" as const),
    subjectId: budget?.subjectId ?? "",
    period: budget?.period ?? ("month" as const),
    amount: edited ? decimalOf(edited.limitMicros) : "",
  });
  const form = useZodForm(budgetForm, toValues(budget));
  const type = useWatch({ control: form.control, name: "subjectType" });
  const problem = form.formState.errors.subjectId?.message;
  const choose = (choice: Choice | null) => {
    setSubject(choice);
    form.setValue("subjectId", choice?.id ?? "", { shouldValidate: form.formState.isSubmitted });
  };
  const saving = useSaveForm(form, {
    revision: budget?.revision,
    toValues,
    save: async ({ amount, ...values }, revision) => {
      const limitMicros = microsOf(amount);
      if (budget) await edit.mutateAsync({ id: budget.id, revision, limitMicros });
      else await create.mutateAsync({ ...values, limitMicros });
    },
    explains: true,
    onSaved: onClose,
  });
  return (
    <FormDrawer
      title={budget ? t("drawer.edit") : t("drawer.add")}
      meta={budget ? (budget.subjectType === "app" ? appName(budget.subjectName) : budget.subjectName) : undefined}
      saving={saving}
      onClose={onClose}
    >
      {!budget && (
        <>
          <Segmented
            aria-label={t("subject.label")}
            value={type}
            onValueChange={(value) => {
              form.setValue("subjectType", value);
              choose(null);
            }}
            options={BUDGET_SUBJECTS.map((value) => ({ value, label: t(`subject.${value}`) }))}
          />
          <SearchPicker
            key={type}
            label={t(`subject.${type}`)}
            hint={type === "department" ? t("form.departmentHint") : undefined}
            required
            value={subject}
            onChange={choose}
            error={problem && v(problem as "required")}
            source={subjectChoices(type)}
          />
          <SelectField
            name="period"
            label={t("form.period")}
            required
            options={(["day", "month"] as const).map((value) => ({ value, label: t(`period.${value}`) }))}
          />
        </>
      )}
      <TextField
        name="amount"
        label={t("form.amount")}
        hint={t("form.amountHint")}
        required
        inputMode="decimal"
        maxLength={16}
        suffix={currency}
        autoComplete="off"
      />
      <p className="text-fg-3 text-xs">{t("form.notices")}</p>
    </FormDrawer>
  );
}
