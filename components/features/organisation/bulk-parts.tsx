"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/common/use-error-text";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { DialogControl } from "@/lib/client/dialogs";
import type { BulkResult } from "@/lib/features/organisation/dto";
import { roleChoicesQuery } from "@/lib/features/organisation/hooks";
import type { BulkAction } from "@/lib/features/organisation/kinds";
import { DepartmentPicker } from "./department-picker";
import { roleName } from "./role-name";

interface BulkQuestionProps {
  action: BulkAction;
  /** Null: everybody the filter finds. */
  count: number | null;
  locale: string;
  control: DialogControl;
  onChoice: (choice: { departmentId?: string; roleId?: string }) => void;
}

/** What will be done to whom, and the department or role it needs. */
export function BulkQuestion({ action, count, locale, control, onChoice }: BulkQuestionProps) {
  const t = useTranslations("organisation.users.bulk");
  const { data: roles = [] } = useQuery(roleChoicesQuery);
  const [value, setValue] = useState<string | null>(null);
  const choose = (id: string | null, key: "departmentId" | "roleId") => {
    setValue(id);
    onChoice({ [key]: id ?? undefined });
    control.setSubmittable(Boolean(id));
  };
  return (
    <div className="space-y-4">
      <p>{t(`text.${action}`, { who: count === null ? t("everybody") : t("people", { count }) })}</p>
      {action === "move" && (
        <Field id="bulk-choice" label={t("department")} required>
          <DepartmentPicker
            id="bulk-choice"
            label={t("department")}
            value={value}
            onChange={(id) => choose(id, "departmentId")}
          />
        </Field>
      )}
      {(action === "addRole" || action === "removeRole") && (
        <Field id="bulk-choice" label={t("role")} required>
          <Select
            id="bulk-choice"
            value={value ?? undefined}
            placeholder={t("chooseRole")}
            onValueChange={(id) => choose(id, "roleId")}
            options={roles.map((role) => ({
              value: role.id,
              label: roleName(role, locale),
              disabled: action === "addRole" && !role.isGrantable,
            }))}
            className="w-full"
          />
        </Field>
      )}
    </div>
  );
}

/** Who was left as they were, and why. */
export function BulkRefusals({ result }: { result: BulkResult }) {
  const t = useTranslations("organisation.users.bulk");
  const errorText = useErrorText();
  return (
    <>
      <ul className="max-h-72 divide-y overflow-y-auto rounded-sm border">
        {result.refused.map(({ id, name, error }) => (
          <li key={id} className="px-3 py-1.5 text-sm">
            <span className="font-semibold">{name}</span>
            <span className="block text-fg-3 text-xs">{errorText(error)}</span>
          </li>
        ))}
      </ul>
      {result.refusedCount > result.refused.length && (
        <p className="mt-2 text-fg-3 text-xs">{t("others", { count: result.refusedCount - result.refused.length })}</p>
      )}
    </>
  );
}
