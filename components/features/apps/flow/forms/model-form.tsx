"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { SettingSlider } from "@/components/chat/setting-slider";
import { Button } from "@/components/ui/button";
import { PROMPT_MAX } from "@/lib/features/apps/workflow/limits";
import { ModelField } from "../../editor/model-field";
import { useFlow } from "../flow-context";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { RefField } from "./ref-field";

const SLIDERS = ["temperature", "topP", "maxOutputTokens"] as const;

export function ModelForm() {
  const t = useTranslations("apps-flow.form");
  const sections = useTranslations("apps-editor.sections");
  const { options: offered } = useFlow();
  const [{ modelId, options, system, prompt }, set] = useNodeData("model");
  const [isMore, setMore] = useState(false);
  return (
    <>
      <FormSection title={t("model")}>
        <div data-field="modelId">
          <ModelField
            modelId={modelId}
            options={offered}
            className="w-full"
            onChange={(next) => set({ modelId: next })}
          />
          <FieldProblems field="modelId" />
        </div>
        <Button size="sm" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {sections(isMore ? "fewer" : "parameters")}
        </Button>
        {isMore &&
          SLIDERS.map((name) => (
            <SettingSlider
              key={name}
              name={name}
              value={options[name]}
              inherited={undefined}
              onChange={(value) => set({ options: { ...options, [name]: value } }, name)}
            />
          ))}
      </FormSection>
      <FormSection title={t("prompts")} meta={t("count", { count: [...system, ...prompt].length })}>
        <RefField
          field="system"
          label={t("system")}
          rows={4}
          max={PROMPT_MAX}
          placeholder={t("systemPlaceholder")}
          value={system}
          onChange={(text) => set({ system: text })}
        />
        <RefField
          field="prompt"
          label={t("prompt")}
          rows={6}
          max={PROMPT_MAX}
          placeholder={t("promptPlaceholder")}
          hint={t("referenceHint")}
          value={prompt}
          onChange={(text) => set({ prompt: text })}
        />
      </FormSection>
    </>
  );
}
