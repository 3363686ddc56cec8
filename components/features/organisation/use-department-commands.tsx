"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDialogs } from "@/components/common/use-dialogs";
import { Field } from "@/components/ui/field";
import { confirm, DialogCancelled, type DialogControl } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import type { DepartmentDto } from "@/lib/features/organisation/dto";
import { useDepartmentActions } from "@/lib/features/organisation/hooks";
import { DepartmentPicker } from "./department-picker";

/** What is done with one department, each with the question it needs. */
export function useDepartmentCommands() {
  const t = useTranslations("organisation.departments");
  const dialogs = useDialogs();
  const { enable, move, merge, remove } = useDepartmentActions();

  /** Asks for a department, then does something with it; a failure keeps the dialog. */
  const withTarget = async (
    of: DepartmentDto,
    texts: { title: string; text: string; ok: string; destructive?: boolean },
    run: (targetId: string) => Promise<unknown>,
  ) => {
    let target = "";
    try {
      await dialogs.open({
        title: texts.title,
        okButton: texts.ok,
        destructive: texts.destructive,
        awaitsSubmittable: true,
        content: (control) => (
          <TargetQuestion
            text={texts.text}
            without={of.id}
            control={control}
            onChange={(id) => {
              target = id;
            }}
          />
        ),
        onOk: () => run(target),
      });
      toast.success();
    } catch (error) {
      if (!(error instanceof DialogCancelled)) throw error;
    }
  };

  return {
    isMoving: move.isPending,
    move: (department: DepartmentDto) =>
      withTarget(
        department,
        { title: t("move.title"), text: t("move.text", { name: department.name }), ok: t("move.ok") },
        (parentId) => move.mutateAsync({ id: department.id, parentId }),
      ),
    place: (id: string, parentId: string, beforeId: string | null) => move.mutate({ id, parentId, beforeId }),
    merge: (department: DepartmentDto) =>
      withTarget(
        department,
        {
          title: t("merge.title"),
          text: t("merge.text", { name: department.name, count: department.people }),
          ok: t("merge.ok"),
          destructive: true,
        },
        (intoId) => merge.mutateAsync({ id: department.id, intoId }),
      ),
    enable: async (department: DepartmentDto) => {
      if (department.status === "disabled") {
        await enable.mutateAsync({ id: department.id, status: "enabled" });
        return;
      }
      // Ends sessions of many: that is not undone by enabling it again.
      await confirm({
        title: t("disable.title"),
        description: t("disable.text", { name: department.name, count: department.peopleBelow }),
        okButton: t("disable.ok"),
        destructive: true,
        onOk: () => enable.mutateAsync({ id: department.id, status: "disabled" }),
      });
    },
    remove: (department: DepartmentDto) =>
      department.people > 0
        ? withTarget(
            department,
            {
              title: t("delete.title"),
              text: t("delete.people", { name: department.name, count: department.people }),
              ok: t("delete.ok"),
              destructive: true,
            },
            (moveTo) => remove.mutateAsync({ id: department.id, moveTo }),
          )
        : confirm({
            title: t("delete.title"),
            description: t("delete.text", { name: department.name }),
            okButton: t("delete.ok"),
            destructive: true,
            onOk: () => remove.mutateAsync({ id: department.id }),
          }),
  };
}

interface TargetQuestionProps {
  text: string;
  without: string;
  control: DialogControl;
  onChange: (id: string) => void;
}

function TargetQuestion({ text, without, control, onChange }: TargetQuestionProps) {
  const t = useTranslations("organisation.departments");
  const [target, setTarget] = useState<string | null>(null);
  return (
    <div className="space-y-4">
      <p>{text}</p>
      <Field id="target-department" label={t("field.target")} required>
        <DepartmentPicker
          id="target-department"
          label={t("field.target")}
          value={target}
          without={without}
          onChange={(id) => {
            setTarget(id);
            onChange(id ?? "");
            control.setSubmittable(id !== null);
          }}
        />
      </Field>
    </div>
  );
}
