"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Segmented } from "@/components/ui/segmented";
import { WAIT_HOURS_MAX } from "@/lib/features/apps/workflow/limits";
import { withRenamed } from "@/lib/features/apps/workflow/renaming";
import { VariablesPart } from "../../editor/variables-part";
import { useFlow } from "../flow-context";
import { FieldProblems, useFieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData, useNodeForm } from "./node-form";
import { NumberRow } from "./number-row";
import { PersonField } from "./person-field";
import { RefField } from "./ref-field";
import { SelectRow } from "./select-row";
import { useWrongFields } from "./use-wrong-fields";

const ASSIGNEES = ["asker", "owner", "person"] as const;

export function HumanForm() {
  const { node } = useNodeForm();
  const { store } = useFlow();
  const t = useTranslations("apps-flow.form");
  const id = useId();
  const [{ mode, subject, text, assignee, userId, fields, hours, remind }, set] = useNodeData("human");
  const wrong = useWrongFields("fields", "variables");
  const isUnsaid = useFieldProblems("subject").length > 0;
  return (
    <>
      <FormSection title={t("question")}>
        <Segmented
          aria-label={t("humanMode")}
          value={mode}
          onValueChange={(next) => set({ mode: next })}
          options={[
            { value: "approval", label: t("approval") },
            { value: "form", label: t("humanForm") },
          ]}
        />
        <div data-field="subject">
          <Field id={id} label={t("subject")} hint={isUnsaid ? undefined : t("subjectHint")}>
            <Input id={id} value={subject} maxLength={100} onChange={(event) => set({ subject: event.target.value })} />
          </Field>
          <FieldProblems field="subject" />
        </div>
        <RefField
          field="text"
          label={t("humanText")}
          rows={4}
          hint={t("humanTextHint")}
          value={text}
          onChange={(next) => set({ text: next })}
        />
        <div className="space-y-3" data-field="fields">
          <VariablesPart
            settings={{ variables: fields }}
            wrong={wrong}
            hint={t("humanFieldsHint")}
            onChange={({ variables }) => set({ fields: variables })}
            onRename={(before, after) =>
              store.commit((root) => withRenamed(root, `${node.id}.${before}`, `${node.id}.${after}`))
            }
          />
          <FieldProblems field="fields" />
        </div>
      </FormSection>
      <FormSection title={t("who")}>
        <SelectRow
          label={t("assignee")}
          value={assignee}
          options={ASSIGNEES.map((value) => ({ value, label: t(`assignees.${value}`) }))}
          onChange={(value) => set({ assignee: value, ...(value !== "person" && { userId: null }) })}
        />
        {assignee === "person" && (
          <div data-field="userId">
            <PersonField userId={userId} onChange={(next) => set({ userId: next })} />
            <FieldProblems field="userId" />
          </div>
        )}
        <div className="grid grid-cols-2 gap-2">
          <NumberRow
            label={t("hours")}
            unit={t("unitHours")}
            min={1}
            max={WAIT_HOURS_MAX}
            value={hours}
            onChange={(next) => next && set({ hours: next })}
          />
          <NumberRow
            label={t("remind")}
            unit={t("unitHours")}
            min={0}
            max={WAIT_HOURS_MAX}
            value={remind}
            onChange={(next) => next !== undefined && set({ remind: next })}
          />
        </div>
        <p className="text-fg-3 text-xs">{t("hoursHint")}</p>
      </FormSection>
    </>
  );
}
