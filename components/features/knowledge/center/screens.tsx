"use client";

import { useTranslations } from "next-intl";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { ChecksField } from "@/components/form/checks-field";
import { ChoiceField } from "@/components/form/choice-field";
import { RangeField } from "@/components/form/range-field";
import { SelectField } from "@/components/form/select-field";
import { SwitchField } from "@/components/form/switch-field";
import { TemplateField } from "@/components/form/template-field";
import { TextField } from "@/components/form/text-field";
import { CENTER_MOST, RETRIEVAL_NAMES } from "@/lib/config/knowledge-center";
import { CENTER_OFFERS, FILE_KINDS } from "@/lib/config/knowledge-kinds";
import { ANSWER_STRATEGIES, QA_MIN_SCORE_LEAST, SELECTED_MAX, TOP_K_MAX } from "@/lib/config/knowledge-retrieval";
import { VISIBILITIES } from "@/lib/config/visibility";
import { CENTER_PARTS, type CenterValues } from "@/lib/features/knowledge/center-schema";
import { MEMORY_MAX, RANDOMNESS, SENT_SLICES_MAX, TEMPLATE_MAX } from "@/lib/features/knowledge/chat-schema";
import { centerForm, toForm, toSettings } from "@/lib/features/knowledge/retrieval-form";
import { segmentationProblems } from "@/lib/features/knowledge/segmentation-problems";
import { SegmentationFields } from "../segmentation/segmentation-fields";
import { RetrievalFields } from "../settings/retrieval-fields";
import { CenterForm } from "./center-form";
import { ModelField } from "./model-field";

const CONFIG = "/knowledge-center/knowledge-center-setting/parameter-configuration";
const asIs = <T,>(values: T): T => values;

/** spec 2, center-setting: what the center offers and how it greets. */
export function CenterSettingScreen() {
  const t = useTranslations("knowledge-center.offer");
  return (
    <CenterForm
      part="knowledgeCenter"
      tab={`${CONFIG}/center-setting`}
      schema={CENTER_PARTS.knowledgeCenter}
      toForm={asIs}
      toValues={asIs}
    >
      {() => (
        <>
          <TextField name="welcomeZh" label={t("welcomeZh")} hint={t("welcomeHint")} maxLength={200} />
          <TextField name="welcomeEn" label={t("welcomeEn")} maxLength={200} />
          <RangeField
            name="recommendedShown"
            label={t("recommendedShown")}
            hint={t("recommendedShownHint")}
            min={0}
            max={CENTER_MOST.recommendedShown}
          />
          <ChecksField
            name="offers"
            label={t("offers")}
            hint={t("offersHint")}
            options={CENTER_OFFERS.map((value) => ({
              value,
              label: t(`offer.${value}.label`),
              hint: t(`offer.${value}.hint`),
            }))}
          />
        </>
      )}
    </CenterForm>
  );
}

/** spec 2, base-config: what a new base begins with. */
export function BaseConfigScreen() {
  const t = useTranslations("knowledge-center.newBases");
  const visibility = useTranslations("common.sharing.short");
  const c = useTranslations("knowledge-center");
  return (
    <CenterForm
      part="knowledgeNewBases"
      tab={`${CONFIG}/base-config`}
      schema={CENTER_PARTS.knowledgeNewBases}
      toForm={asIs}
      toValues={asIs}
    >
      {({ models }) => (
        <>
          <SelectField
            name="visibility"
            label={t("visibility")}
            hint={t("visibilityHint")}
            options={VISIBILITIES.map((value) => ({ value, label: visibility(value) }))}
          />
          <ModelField
            name="embeddingModelId"
            label={t("embeddingModelId")}
            hint={t("embeddingModelIdHint")}
            none={t("embeddingModelIdNone")}
            foreign={c("foreignModel")}
            models={models.vector}
          />
          <SegmentationPart />
        </>
      )}
    </CenterForm>
  );
}

type NewBases = CenterValues["knowledgeNewBases"];
const FIRST: NonNullable<NewBases["segmentation"]> = { mode: "single", maxTokens: 320, overlap: 40 };

/** How its files are cut; without it the product says. */
function SegmentationPart() {
  const t = useTranslations("knowledge-center.newBases");
  const form = useFormContext<NewBases>();
  const segmentation = useWatch({ control: form.control, name: "segmentation" });
  return (
    <fieldset className="space-y-4 border-t pt-5">
      <legend className="float-left mb-3 w-full font-semibold text-sm">{t("segmentation")}</legend>
      <Controller
        control={form.control}
        name="segmentation"
        render={({ field }) => (
          <div className="clear-both space-y-4">
            <div className="flex gap-2">
              {([null, FIRST] as const).map((value) => {
                const isOn = (value === null) === (field.value === null);
                return (
                  <label key={String(value === null)} className="flex min-h-8 items-center gap-2 text-sm">
                    <input
                      type="radio"
                      name="segmentation-whose"
                      className="accent-(--primary)"
                      checked={isOn}
                      onChange={() => field.onChange(value)}
                    />
                    {t(value === null ? "segmentationOwn" : "segmentationSet")}
                  </label>
                );
              })}
            </div>
            {segmentation && (
              <SegmentationFields
                value={segmentation}
                problems={segmentationProblems(segmentation)}
                onChange={field.onChange}
              />
            )}
          </div>
        )}
      />
    </fieldset>
  );
}

/** spec 2, chat-config: how bases are asked, for people who set nothing of their own. */
export function ChatConfigScreen() {
  const t = useTranslations("knowledge-center.chat");
  const c = useTranslations("knowledge-center");
  return (
    <CenterForm
      part="knowledgeChat"
      tab={`${CONFIG}/chat-config`}
      schema={CENTER_PARTS.knowledgeChat}
      toForm={asIs}
      toValues={asIs}
    >
      {({ models }) => {
        const model = { foreign: c("foreignModel"), models: models.chat };
        return (
          <>
            <ModelField
              {...model}
              name="modelId"
              label={t("modelId")}
              hint={t("modelIdHint")}
              none={t("modelIdNone")}
            />
            <SelectField
              name="strategy"
              label={t("strategy")}
              hint={t("strategyHint")}
              options={ANSWER_STRATEGIES.map((value) => ({ value, label: t(`strategies.${value}`) }))}
            />
            <RangeField
              name="qaMinScore"
              label={t("qaMinScore")}
              hint={t("qaMinScoreHint")}
              min={QA_MIN_SCORE_LEAST}
              max={1}
              step={0.01}
            />
            <RangeField
              name="temperature"
              label={t("temperature")}
              hint={t("temperatureHint")}
              {...RANDOMNESS}
              unset={{ is: t("temperatureOwn"), reset: t("temperatureReset") }}
            />
            <RangeField name="topK" label={t("topK")} hint={t("topKHint")} min={1} max={SENT_SLICES_MAX} />
            <RangeField
              name="memoryCount"
              label={t("memoryCount")}
              hint={t("memoryCountHint")}
              min={0}
              max={MEMORY_MAX}
            />
            <TemplateField
              name="questionTemplate"
              label={t("questionTemplate")}
              hint={t("questionTemplateHint", { question: "{{question}}", passages: "{{passages}}" })}
              maxLength={TEMPLATE_MAX}
            />
            <SwitchField name="rewrite" label={t("rewrite")} hint={t("rewriteHint")} />
            <ModelField
              {...model}
              name="intentModelId"
              label={t("intentModelId")}
              hint={t("intentModelIdHint")}
              none={t("intentModelIdNone")}
            />
            <ChoiceField kind="switch" name="recommend.enabled" label={t("recommend")} hint={t("recommendHint")} />
            <ModelField
              {...model}
              name="recommend.modelId"
              label={t("recommendModelId")}
              hint={t("recommendModelIdHint")}
              none={t("recommendModelIdNone")}
            />
          </>
        );
      }}
    </CenterForm>
  );
}

/** spec 2, recall-config: how far bases may leave what the center sets of retrieval. */
export function RecallConfigScreen() {
  const t = useTranslations("knowledge-center.recall");
  const f = useTranslations("knowledge-settings.field");
  return (
    <CenterForm
      part="knowledgeRecall"
      tab={`${CONFIG}/recall-config`}
      schema={CENTER_PARTS.knowledgeRecall}
      toForm={asIs}
      toValues={asIs}
    >
      {() => (
        <>
          <RangeField name="topKMax" label={t("topKMax")} hint={t("topKMaxHint")} min={1} max={TOP_K_MAX} />
          <RangeField
            name="selectedMax"
            label={t("selectedMax")}
            hint={t("selectedMaxHint")}
            min={1}
            max={SELECTED_MAX}
          />
          <ChecksField
            name="locked"
            label={t("locked")}
            hint={t("lockedHint")}
            options={RETRIEVAL_NAMES.map((value) => ({ value, label: f(`${value}.label`) }))}
          />
        </>
      )}
    </CenterForm>
  );
}

/** spec 2, center-parameter: what the center takes in, below what the product does. */
export function CenterParameterScreen() {
  const t = useTranslations("knowledge-center.limits");
  return (
    <CenterForm
      part="knowledgeLimits"
      tab={`${CONFIG}/center-parameter`}
      schema={CENTER_PARTS.knowledgeLimits}
      toForm={asIs}
      toValues={asIs}
    >
      {() => (
        <>
          {(["basesPerPerson", "filesPerUpload", "fileMb"] as const).map((name) => (
            <RangeField
              key={name}
              name={name}
              label={t(name)}
              hint={t(`${name}Hint`)}
              min={1}
              max={CENTER_MOST[name]}
            />
          ))}
          <ChecksField
            name="kinds"
            label={t("kinds")}
            hint={t("kindsHint")}
            options={FILE_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          />
        </>
      )}
    </CenterForm>
  );
}

/** spec 2, kb-search-config: how bases that set nothing of their own are searched. */
export function SearchConfigScreen() {
  return (
    <CenterForm
      part="knowledgeRetrieval"
      tab="/knowledge-center/knowledge-center-setting/kb-search-config"
      schema={centerForm}
      toForm={(values) => toForm({}, values)}
      toValues={toSettings}
    >
      {({ models }) => <RetrievalFields center={null} models={{ chat: models.chat, rerank: models.rerank }} />}
    </CenterForm>
  );
}
