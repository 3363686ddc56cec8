"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { VARIABLE_NAME_MAX } from "@/lib/features/apps/limits";
import { freeName } from "@/lib/features/apps/workflow/edit";
import { VALUE_TYPES, type ValueType } from "@/lib/features/apps/workflow/graph";
import { FIELDS_MAX } from "@/lib/features/apps/workflow/limits";
import { SwitchRow } from "../../editor/part";
import { EntriesPart, InstructionsField, ModelPart } from "./entries-part";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData, withEntry, withoutEntry } from "./node-form";
import { RefField } from "./ref-field";

export function ExtractForm() {
  const t = useTranslations("apps-flow.form");
  const types = useTranslations("apps-flow.types");
  const [{ modelId, input, instructions, fields }, set] = useNodeData("extract");
  return (
    <>
      <ModelPart modelId={modelId} onChange={(next) => set({ modelId: next })} />
      <FormSection title={t("extract")}>
        <RefField
          field="input"
          label={t("extractInput")}
          rows={2}
          hint={t("referenceHint")}
          value={input}
          onChange={(text) => set({ input: text })}
        />
        <EntriesPart
          field="fields"
          label={t("extractFields")}
          count={fields.length}
          max={FIELDS_MAX}
          addLabel={t("addField")}
          onAdd={() => {
            const name = freeName(
              fields.map((one) => one.name),
              "field",
            );
            set({ fields: [...fields, { name, type: "text", description: "", required: false }] }, "fields-add");
          }}
        >
          {fields.map(({ name, type, description, required }, index) => {
            const change = (patch: Partial<(typeof fields)[number]>) =>
              set({ fields: withEntry(fields, index, patch) }, `fields.${index}.${Object.keys(patch).join()}`);
            const called = name || t("entry", { number: index + 1 });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a field is its place while its name is typed
              <div key={index} className="space-y-1.5 rounded-md border bg-background p-2">
                <div className="flex items-center gap-1.5">
                  <Input
                    aria-label={t("nameOf", { name: called })}
                    placeholder={t("name")}
                    maxLength={VARIABLE_NAME_MAX}
                    value={name}
                    onChange={(event) => change({ name: event.target.value.replace(/[^A-Za-z0-9_]/g, "") })}
                    className="min-w-0 flex-1 font-mono"
                  />
                  <Select
                    aria-label={t("typeOf", { name: called })}
                    value={type}
                    options={VALUE_TYPES.map((value) => ({ value, label: types(value) }))}
                    onValueChange={(value) => change({ type: value as ValueType })}
                    className="w-24"
                  />
                  <IconButton
                    icon={X}
                    label={t("removeEntry", { name: called })}
                    onClick={() => set({ fields: withoutEntry(fields, index) }, "fields-remove")}
                  />
                </div>
                <FieldProblems field={`fields.${index}.name`} />
                <Input
                  aria-label={t("describe", { name: called })}
                  placeholder={t("fieldDescription")}
                  maxLength={500}
                  value={description}
                  onChange={(event) => change({ description: event.target.value })}
                />
                <SwitchRow label={t("required")} checked={required} onChange={(next) => change({ required: next })} />
              </div>
            );
          })}
        </EntriesPart>
        <InstructionsField value={instructions} onChange={(next) => set({ instructions: next })} />
      </FormSection>
    </>
  );
}
