"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { FormDrawer } from "@/components/form/form-drawer";
import { OptionField } from "@/components/form/option-field";
import { RangeField } from "@/components/form/range-field";
import { SwitchField } from "@/components/form/switch-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import type { OpenedConfigDto } from "@/lib/features/documents/dto";
import { configQuery, useConfigActions } from "@/lib/features/documents/hooks";
import { TEMPLATE_MAX } from "@/lib/features/documents/limits";
import { DEFAULT_CONFIG, documentConfig } from "@/lib/features/documents/schema";

interface ConfigDrawerProps {
  models: { items: ChatModelDto[]; defaultId: string | null };
  onClose: () => void;
}

/** spec 3: document-reading config, of a person. */
export function ConfigDrawer({ models, onClose }: ConfigDrawerProps) {
  const t = useTranslations("documents.config");
  const { data, isError, refetch } = useQuery(configQuery);
  if (data) return <ConfigForm config={data} models={models} onClose={onClose} />;
  return <LoadingDrawer title={t("title")} isError={isError} onRetry={() => void refetch()} onClose={onClose} />;
}

/** A select has no empty value. */
const DEFAULT_MODEL = "default";

function ConfigForm({ config, models, onClose }: ConfigDrawerProps & { config: OpenedConfigDto }) {
  const t = useTranslations("documents.config");
  const change = useConfigActions();
  const { revision, ...opened } = config;
  const form = useZodForm(documentConfig, opened);
  const saving = useSaveForm(form, {
    revision,
    save: (values, revision) => change.mutateAsync({ ...values, revision }),
    onSaved: onClose,
  });
  const [selects, keeps, modelId] = useWatch({
    control: form.control,
    name: ["fileSelect.enabled", "keepGenerating.enabled", "modelId"],
  });
  const defaultName = models.items.find(({ id }) => id === models.defaultId)?.name;
  const options = [
    { value: DEFAULT_MODEL, label: defaultName ? t("defaultModelNamed", { model: defaultName }) : t("defaultModel") },
    ...models.items.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <FormDrawer title={t("title")} saving={saving} onClose={onClose}>
      <OptionField
        label={t("model")}
        hint={t("modelHint")}
        options={options}
        value={modelId ?? DEFAULT_MODEL}
        onChange={(value) => form.setValue("modelId", value === DEFAULT_MODEL ? null : value, { shouldDirty: true })}
      />
      <RangeField name="memoryCount" label={t("memory")} hint={t("memoryHint")} min={0} max={20} />
      <TextareaField
        name="questionTemplate"
        label={t("template")}
        hint={t("templateHint", { question: "{{question}}", passages: "{{passages}}" })}
        rows={5}
        maxLength={TEMPLATE_MAX}
        required
      />
      <fieldset className="space-y-4 border-t pt-4">
        <SwitchField name="fileSelect.enabled" label={t("select")} hint={t("selectHint")} />
        {selects && (
          <TextareaField
            name="fileSelect.template"
            label={t("selectTemplate")}
            hint={t("selectTemplateHint", { question: "{{question}}", files: "{{files}}" })}
            rows={5}
            maxLength={TEMPLATE_MAX}
            required
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
        onClick={() => form.reset(DEFAULT_CONFIG, { keepDefaultValues: true })}
      >
        {t("reset")}
      </Button>
    </FormDrawer>
  );
}
