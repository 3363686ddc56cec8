"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { freeName } from "@/lib/features/apps/workflow/edit";
import { CLASSES_MAX, NODE_NAME_MAX } from "@/lib/features/apps/workflow/limits";
import { EntriesPart, InstructionsField, ModelPart } from "./entries-part";
import { FormSection } from "./form-section";
import { useNodeData, withEntry, withoutEntry } from "./node-form";
import { RefField } from "./ref-field";

export function ClassifierForm() {
  const t = useTranslations("apps-flow.form");
  const [{ modelId, input, instructions, classes }, set] = useNodeData("classifier");
  return (
    <>
      <ModelPart modelId={modelId} onChange={(next) => set({ modelId: next })} />
      <FormSection title={t("classify")}>
        <RefField
          field="input"
          label={t("classifyInput")}
          rows={2}
          hint={t("referenceHint")}
          value={input}
          onChange={(text) => set({ input: text })}
        />
        <EntriesPart
          field="classes"
          label={t("classes")}
          count={classes.length}
          max={CLASSES_MAX}
          addLabel={t("addClass")}
          onAdd={() => {
            const key = freeName(
              classes.map((one) => one.id),
              "class",
            );
            set({ classes: [...classes, { id: key, name: "", description: "" }] }, "class-add");
          }}
        >
          {classes.map(({ id: key, name, description }, index) => {
            const called = name || t("entry", { number: index + 1 });
            return (
              <div key={key} className="space-y-1.5 rounded-md border bg-background p-2">
                <div className="flex items-center gap-1.5">
                  <Input
                    aria-label={t("className", { number: index + 1 })}
                    placeholder={t("className", { number: index + 1 })}
                    maxLength={NODE_NAME_MAX}
                    value={name}
                    onChange={(event) =>
                      set({ classes: withEntry(classes, index, { name: event.target.value }) }, `class ${key}`)
                    }
                    className="min-w-0 flex-1"
                  />
                  <IconButton
                    icon={X}
                    label={t("removeEntry", { name: called })}
                    onClick={() => set({ classes: withoutEntry(classes, index) }, "class-remove")}
                  />
                </div>
                <Textarea
                  aria-label={t("describe", { name: called })}
                  placeholder={t("classDescription")}
                  rows={1}
                  maxLength={500}
                  value={description}
                  onChange={(event) =>
                    set(
                      { classes: withEntry(classes, index, { description: event.target.value }) },
                      `class ${key} text`,
                    )
                  }
                />
              </div>
            );
          })}
        </EntriesPart>
        <InstructionsField value={instructions} onChange={(next) => set({ instructions: next })} />
      </FormSection>
    </>
  );
}
