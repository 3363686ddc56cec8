"use client";

import { useQuery } from "@tanstack/react-query";
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
import type { ChatModelDto } from "@/lib/features/chat/dto";
import type { OpenedChatConfigDto } from "@/lib/features/knowledge/chat-dto";
import { chatConfigQuery, useChatConfigActions } from "@/lib/features/knowledge/chat-hooks";
import { knowledgeChatConfig, MEMORY_MAX, SENT_SLICES_MAX, TEMPLATE_MAX } from "@/lib/features/knowledge/chat-schema";

interface ConfigDrawerProps {
  models: { items: ChatModelDto[]; defaultId: string | null };
  onClose: () => void;
}

/** spec 3: how a person asks bases; what they leave alone is the center's. */
export function ConfigDrawer({ models, onClose }: ConfigDrawerProps) {
  const t = useTranslations("knowledge-chat.config");
  const { data, isError, refetch } = useQuery(chatConfigQuery);
  if (data) return <ConfigForm config={data} models={models} onClose={onClose} />;
  return <LoadingDrawer title={t("title")} isError={isError} onRetry={() => void refetch()} onClose={onClose} />;
}

/** A select has no empty value. */
const DEFAULT_MODEL = "default";

function ConfigForm({ config, models, onClose }: ConfigDrawerProps & { config: OpenedChatConfigDto }) {
  const t = useTranslations("knowledge-chat.config");
  const change = useChatConfigActions();
  const { revision, ...opened } = config;
  const form = useZodForm(knowledgeChatConfig, opened);
  const saving = useSaveForm(form, {
    revision,
    save: (values, revision) => change.mutateAsync({ ...values, revision }),
    onSaved: onClose,
  });
  const modelId = useWatch({ control: form.control, name: "modelId" });
  const options = [
    { value: DEFAULT_MODEL, label: t("defaultModel") },
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
      <RangeField name="topK" label={t("topK")} hint={t("topKHint")} min={1} max={SENT_SLICES_MAX} />
      <RangeField name="memoryCount" label={t("memory")} hint={t("memoryHint")} min={0} max={MEMORY_MAX} />
      <TextareaField
        name="questionTemplate"
        label={t("template")}
        hint={t("templateHint", { question: "{{question}}", passages: "{{passages}}" })}
        rows={5}
        maxLength={TEMPLATE_MAX}
        required
      />
      <fieldset className="space-y-4 border-t pt-4">
        <SwitchField name="rewrite" label={t("rewrite")} hint={t("rewriteHint")} />
        <SwitchField name="recommend" label={t("recommend")} hint={t("recommendHint")} />
      </fieldset>
    </FormDrawer>
  );
}
