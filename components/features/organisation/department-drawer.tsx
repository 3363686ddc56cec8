"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { DepartmentDto } from "@/lib/features/organisation/dto";
import { useDepartmentActions } from "@/lib/features/organisation/hooks";
import { DEPARTMENT_NAME_MAX, departmentName } from "@/lib/features/organisation/schema";
import { identifier } from "@/lib/text/line";
import { DepartmentField } from "./department-field";

const departmentForm = z.object({
  name: departmentName,
  parentId: identifier(200).min(1, "required"),
  enabled: z.boolean(),
});
/** The root stands below nothing. */
const rootForm = departmentForm.extend({ parentId: identifier(200) });

interface DepartmentDrawerProps {
  /** Null makes a new one below `parentId`. */
  department: DepartmentDto | null;
  parentId: string | null;
  onClose: () => void;
}

/** Name, place and state of a department. */
export function DepartmentDrawer({ department, parentId, onClose }: DepartmentDrawerProps) {
  const t = useTranslations("organisation.departments");
  const { create, edit } = useDepartmentActions();
  const isRoot = department !== null && department.parentId === null;
  const toValues = (edited: Pick<DepartmentDto, "name" | "parentId" | "status">) => ({
    name: edited.name,
    parentId: edited.parentId ?? "",
    enabled: edited.status !== "disabled",
  });
  const form = useZodForm(
    isRoot ? rootForm : departmentForm,
    toValues(department ?? { name: "", parentId, status: "enabled" }),
  );
  const { dirtyFields } = form.formState;
  const saving = useSaveForm(form, {
    revision: department?.revision,
    toValues,
    save: async (values, revision) => {
      const status = values.enabled ? ("enabled" as const) : ("disabled" as const);
      if (!department) await create.mutateAsync({ name: values.name, parentId: values.parentId, status });
      else {
        const changed = {
          ...(dirtyFields.name && { name: values.name }),
          ...(dirtyFields.enabled && { status }),
          ...(!isRoot && dirtyFields.parentId && { parentId: values.parentId }),
        };
        if (Object.keys(changed).length > 0) await edit.mutateAsync({ id: department.id, revision, ...changed });
      }
    },
    onSaved: onClose,
  });
  return (
    <FormDrawer title={department ? t("edit") : t("create")} meta={department?.name} saving={saving} onClose={onClose}>
      <TextField name="name" label={t("field.name")} required maxLength={DEPARTMENT_NAME_MAX} />
      {!isRoot && <DepartmentField name="parentId" label={t("field.parent")} required without={department?.id} />}
      {!isRoot && <ChoiceField kind="switch" name="enabled" label={t("field.enabled")} hint={t("field.enabledHint")} />}
    </FormDrawer>
  );
}
