"use client";

import { useTranslations } from "next-intl";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import type { SearchParamsDto, WholeSearchParams } from "@/lib/features/search/settings/dto";
import { INHERIT } from "@/lib/features/search/settings/form";
import { ANSWER_TOKENS, type SettingsScope, SOURCE_COUNT } from "@/lib/features/search/settings/kinds";
import { ModelField } from "./model-field";
import { PromptPart } from "./prompt-part";

interface BaseTabProps {
  scope: SettingsScope;
  inherited: WholeSearchParams;
  models: SearchParamsDto["models"];
}

/** What answers, how long, from how many pages. */
export function BaseTab({ scope, inherited: { base, ...rest }, models }: BaseTabProps) {
  const t = useTranslations("search-params.base");
  const s = useTranslations("search-params");
  const inherits = (value: string) => s(`inherit.${scope}`, { value });
  return (
    <div className="max-w-160 space-y-5">
      <ModelField
        name="modelId"
        label={t("modelId")}
        hint={t("modelIdHint")}
        models={models.chat}
        usual={t("usualModel")}
        inherited={base.modelId}
        scope={scope}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="maxTokens"
          label={t("maxTokens", { ...ANSWER_TOKENS })}
          hint={inherits(base.maxTokens === null ? t("noLimit") : String(base.maxTokens))}
          inputMode="numeric"
          maxLength={7}
        />
        <TextField
          name="sourceCount"
          label={t("sourceCount", { min: SOURCE_COUNT.min, max: SOURCE_COUNT.max })}
          hint={inherits(String(base.sourceCount))}
          inputMode="numeric"
          maxLength={2}
        />
      </div>
      <ModelField
        name="embeddingModelId"
        label={t("embeddingModelId")}
        hint={t("embeddingModelIdHint")}
        models={models.vector}
        usual={t("usualEmbedding")}
        inherited={base.embeddingModelId}
        scope={scope}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="reflectOn"
          label={t("reflectOn")}
          hint={t("reflectOnHint")}
          options={[
            { value: INHERIT, label: inherits(t(base.reflect.on ? "on" : "off")) },
            { value: "on", label: t("on") },
            { value: "off", label: t("off") },
          ]}
        />
        <ModelField
          name="reflectModelId"
          label={t("reflectModelId")}
          hint={t("reflectModelIdHint")}
          models={models.chat}
          usual={t("answeringModel")}
          inherited={base.reflect.modelId}
          scope={scope}
        />
      </div>
      <PromptPart scope={scope} promptKey="answer" inherited={{ base, ...rest }} />
    </div>
  );
}
