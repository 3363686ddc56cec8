"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormProvider } from "react-hook-form";
import { z } from "zod";
import { ChoiceField } from "@/components/form/choice-field";
import { DrawerFrame } from "@/components/form/drawer-frame";
import { FormFailure } from "@/components/form/form-failure";
import { applyServerErrors } from "@/components/form/server-errors";
import { TextField } from "@/components/form/text-field";
import { useStaleRecord } from "@/components/form/use-stale-record";
import { useZodForm } from "@/components/form/use-zod-form";
import { toast } from "@/lib/client/toast";
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
  const [failure, setFailure] = useState<unknown>(null);
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
  const stale = useStaleRecord(form, { revision: department?.revision, toValues });
  const save = form.handleSubmit(async (values) => {
    setFailure(null);
    const status = values.enabled ? ("enabled" as const) : ("disabled" as const);
    try {
      if (!department) await create.mutateAsync({ name: values.name, parentId: values.parentId, status });
      else {
        const changed = {
          ...(dirtyFields.name && { name: values.name }),
          ...(dirtyFields.enabled && { status }),
          ...(!isRoot && dirtyFields.parentId && { parentId: values.parentId }),
        };
        const revision = stale.revision();
        if (Object.keys(changed).length > 0) await edit.mutateAsync({ id: department.id, revision, ...changed });
      }
      toast.success();
      onClose();
    } catch (error) {
      if (!stale.take(error) && !applyServerErrors(form, error)) setFailure(error);
    }
  });
  return (
    <FormProvider {...form}>
      <DrawerFrame
        title={department ? t("edit") : t("create")}
        meta={department?.name}
        isSaving={form.formState.isSubmitting}
        stale={stale}
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
