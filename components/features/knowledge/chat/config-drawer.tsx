"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { DefaultModelField } from "@/components/chat/default-model-field";
import { RangeField } from "@/components/form/range-field";
import { SelectField } from "@/components/form/select-field";
import { SettingsDrawer } from "@/components/form/settings-drawer";
import { SwitchField } from "@/components/form/switch-field";
import { TemplateField } from "@/components/form/template-field";
import { ANSWER_STRATEGIES } from "@/lib/config/knowledge-retrieval";
import { chatConfigQuery, useChatConfigActions } from "@/lib/features/knowledge/chat-hooks";
import {
  knowledgeChatConfig,
  MEMORY_MAX,
  RANDOMNESS,
  SENT_SLICES_MAX,
  TEMPLATE_MAX,
} from "@/lib/features/knowledge/chat-schema";

interface ConfigDrawerProps {
  models: ConversationOptions["models"];
  onClose: () => void;
}

/** spec 3: how a person asks bases; what they leave alone is the center's. */
export function ConfigDrawer({ models, onClose }: ConfigDrawerProps) {
  const t = useTranslations("knowledge-chat.config");
  const query = useQuery(chatConfigQuery);
  const change = useChatConfigActions();
  return (
    <SettingsDrawer
      title={t("title")}
      schema={knowledgeChatConfig}
      query={query}
      save={change.mutateAsync}
      onClose={onClose}
    >
      <DefaultModelField
        name="modelId"
        label={t("model")}
        hint={t("modelHint")}
        models={models.items}
        none={t("defaultModel")}
      />
      <SelectField
        name="strategy"
        label={t("strategy")}
        hint={t("strategyHint")}
        options={ANSWER_STRATEGIES.map((value) => ({ value, label: t(`strategies.${value}`) }))}
      />
      <RangeField
        name="temperature"
        label={t("temperature")}
        hint={t("temperatureHint")}
        {...RANDOMNESS}
        unset={{ is: t("temperatureOwn"), reset: t("temperatureReset") }}
      />
      <RangeField name="topK" label={t("topK")} hint={t("topKHint")} min={1} max={SENT_SLICES_MAX} />
      <RangeField name="memoryCount" label={t("memory")} hint={t("memoryHint")} min={0} max={MEMORY_MAX} />
      <TemplateField
        name="questionTemplate"
        label={t("template")}
        hint={t("templateHint", { question: "{{question}}", passages: "{{passages}}" })}
        maxLength={TEMPLATE_MAX}
      />
      <fieldset className="space-y-4 border-t pt-4">
        <SwitchField name="rewrite" label={t("rewrite")} hint={t("rewriteHint")} />
        <SwitchField name="recommend" label={t("recommend")} hint={t("recommendHint")} />
      </fieldset>
    </SettingsDrawer>
  );
}
