"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormContext } from "react-hook-form";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { DefaultModelField } from "@/components/chat/default-model-field";
import { RangeField } from "@/components/form/range-field";
import { SettingsDrawer } from "@/components/form/settings-drawer";
import { SwitchField } from "@/components/form/switch-field";
import { TemplateField } from "@/components/form/template-field";
import { Button } from "@/components/ui/button";
import type { DocumentConfigDto } from "@/lib/features/documents/dto";
import { configQuery, useConfigActions } from "@/lib/features/documents/hooks";
import { TEMPLATE_MAX } from "@/lib/features/documents/limits";
import { DEFAULT_CONFIG, documentConfig } from "@/lib/features/documents/schema";

interface ConfigDrawerProps {
  models: ConversationOptions["models"];
  onClose: () => void;
}

/** spec 3: document-reading config, of a person. */
export function ConfigDrawer({ models, onClose }: ConfigDrawerProps) {
  const t = useTranslations("documents.config");
  const query = useQuery(configQuery);
  const change = useConfigActions();
  const usual = models.items.find(({ id }) => id === models.defaultId)?.name;
  return (
    <SettingsDrawer
      title={t("title")}
      schema={documentConfig}
      query={query}
      save={change.mutateAsync}
      onClose={onClose}
    >
      <DefaultModelField
        name="modelId"
        label={t("model")}
        hint={t("modelHint")}
        models={models.items}
        none={usual ? t("defaultModelNamed", { model: usual }) : t("defaultModel")}
      />
      <RangeField name="memoryCount" label={t("memory")} hint={t("memoryHint")} min={0} max={20} />
      <TemplateField
        name="questionTemplate"
        label={t("template")}
        hint={t("templateHint", { question: "{{question}}", passages: "{{passages}}" })}
        maxLength={TEMPLATE_MAX}
      />
      <ReadingFields />
    </SettingsDrawer>
  );
}

/** What is read of the documents, and how long an answer may grow. */
function ReadingFields() {
  const t = useTranslations("documents.config");
  const { watch, reset } = useFormContext<DocumentConfigDto>();
  const [selects, keeps] = watch(["fileSelect.enabled", "keepGenerating.enabled"]);
  return (
    <>
      <fieldset className="space-y-4 border-t pt-4">
        <SwitchField name="fileSelect.enabled" label={t("select")} hint={t("selectHint")} />
        {selects && (
          <TemplateField
            name="fileSelect.template"
            label={t("selectTemplate")}
            hint={t("selectTemplateHint", { question: "{{question}}", files: "{{files}}" })}
            maxLength={TEMPLATE_MAX}
          />
        )}
      </fieldset>
      <fieldset className="space-y-4 border-t pt-4">
        <SwitchField name="annotations" label={t("annotations")} hint={t("annotationsHint")} />
      </fieldset>
      <fieldset className="space-y-4 border-t pt-4">
        <SwitchField name="keepGenerating.enabled" label={t("keep")} hint={t("keepHint")} />
        {keeps && (
          <RangeField name="keepGenerating.maxCount" label={t("keepMost")} hint={t("keepMostHint")} min={1} max={5} />
        )}
      </fieldset>
      <Button
        size="sm"
        variant="ghost"
        icon={RotateCcw}
        onClick={() => reset(DEFAULT_CONFIG, { keepDefaultValues: true })}
      >
        {t("reset")}
      </Button>
    </>
  );
}
