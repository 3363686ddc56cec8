"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { TextField } from "@/components/form/text-field";
import { applyServerErrors, useZodForm } from "@/components/form/use-zod-form";
import { toast } from "@/lib/client/toast";
import type { DepartmentDto } from "@/lib/features/organisation/dto";
import { useDepartmentActions } from "@/lib/features/organisation/hooks";
import { DEPARTMENT_NAME_MAX, departmentName } from "@/lib/features/organisation/schema";
import { DepartmentField } from "./department-field";

const departmentForm = z.object({
  name: departmentName,
  parentId: z.string().min(1, "required"),
  enabled: z.boolean(),
});
/** The root stands below nothing. */
const rootForm = departmentForm.extend({ parentId: z.string() });

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
  const [failure, setFailure] = useState<unknown>(null);
  const isRoot = department !== null && department.parentId === null;
  const form = useZodForm(isRoot ? rootForm : departmentForm, {
    name: department?.name ?? "",
    parentId: parentId ?? "",
    enabled: department?.status !== "disabled",
  });
  const save = form.handleSubmit(async (values) => {
    setFailure(null);
    const status = values.enabled ? ("enabled" as const) : ("disabled" as const);
    try {
      if (!department) await create.mutateAsync({ name: values.name, parentId: values.parentId, status });
      else {
        const changed = {
          ...(values.name !== department.name && { name: values.name }),
          ...(status !== department.status && { status }),
          ...(!isRoot && values.parentId !== department.parentId && { parentId: values.parentId }),
        };
        if (Object.keys(changed).length > 0) await edit.mutateAsync({ id: department.id, ...changed });
      }
      toast.success();
      onClose();
    } catch (error) {
      if (!applyServerErrors(form, error)) setFailure(error);
    }
  });
  return (
    <FormProvider {...form}>
      <DrawerFrame
        title={department ? t("edit") : t("create")}
        meta={department?.name}
        isSaving={form.formState.isSubmitting}
        onSubmit={save}
        onClose={onClose}
      >
        <FormFailure error={failure} />
        <TextField name="name" label={t("field.name")} required maxLength={DEPARTMENT_NAME_MAX} />
        {!isRoot && <DepartmentField name="parentId" label={t("field.parent")} required without={department?.id} />}
        {!isRoot && (
          <ChoiceField kind="switch" name="enabled" label={t("field.enabled")} hint={t("field.enabledHint")} />
        )}
      </DrawerFrame>
    </FormProvider>
  );
}
