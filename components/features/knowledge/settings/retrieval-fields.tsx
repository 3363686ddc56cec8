"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { RangeField } from "@/components/form/range-field";
import { SelectField } from "@/components/form/select-field";
import { SwitchField } from "@/components/form/switch-field";
import {
  DISTANCE_MAX,
  RETRIEVAL_MODES,
  REWRITE_LANGUAGES,
  type RetrievalSettings,
  SELECTED_MAX,
  TOP_K_MAX,
} from "@/lib/config/knowledge-retrieval";
import type { BaseModelsDto } from "@/lib/features/knowledge/dto";
import type { RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { isOwn, NONE, type RetrievalForm, toForm } from "@/lib/features/knowledge/retrieval-form";
import type { RetrievalField } from "@/lib/features/knowledge/retrieval-problems";

interface RetrievalFieldsProps {
  /** What it follows where it sets nothing; null: these are the center's own. */
  center: RetrievalSettings | null;
  models: Pick<BaseModelsDto, "chat" | "rerank">;
  /** How far they may leave the center's. */
  limits?: RetrievalDto["limits"];
}

const NO_LIMITS: RetrievalDto["limits"] = { locked: [], topKMax: TOP_K_MAX, selectedMax: SELECTED_MAX };

/** Every setting of how a base is searched (spec 3), each with what it does and whose it is. */
export function RetrievalFields({ center, models, limits = NO_LIMITS }: RetrievalFieldsProps) {
  const t = useTranslations("knowledge-settings.field");
  const locale = useLocale();
  const values = useValues();
  const languages = new Intl.DisplayNames([locale], { type: "language" });
  const texts = (name: RetrievalField) => ({ name, label: t(`${name}.label`), hint: t(`${name}.hint`) });
  /** One that is set and not among those the person may use stays chosen. */
  const ofModels = (name: RetrievalField, none: string, list: readonly { id: string; name: string }[]) => {
    const set = values[name];
    const isForeign = typeof set === "string" && set !== NONE && !list.some(({ id }) => id === set);
    return [
      { value: NONE, label: none },
      ...list.map(({ id, name: label }) => ({ value: id, label })),
      ...(isForeign ? [{ value: set, label: t("foreignModel") }] : []),
    ];
  };
  const own = (name: RetrievalField, field: ReactNode) => (
    <fieldset key={name} disabled={limits.locked.includes(name)} className="clear-both min-w-0 disabled:opacity-70">
      {field}
      {center && <Whose name={name} center={center} isLocked={limits.locked.includes(name)} />}
    </fieldset>
  );
  return (
    <>
      <fieldset className="space-y-5">
        <legend className="mb-3 font-semibold text-sm">{t("finding")}</legend>
        {own(
          "mode",
          <SelectField<RetrievalForm>
            {...texts("mode")}
            name="mode"
            hint={t(`mode.about.${values.mode}`)}
            options={RETRIEVAL_MODES.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
          />,
        )}
        {own("topK", <RangeField {...texts("topK")} min={1} max={limits.topKMax} />)}
        {own("rewriteEnabled", <SwitchField {...texts("rewriteEnabled")} />)}
        {values.rewriteEnabled && (
          <>
            {own(
              "rewriteModelId",
              <SelectField<RetrievalForm>
                {...texts("rewriteModelId")}
                name="rewriteModelId"
                hint={t(center ? "rewriteModelId.hint" : "rewriteModelId.centerHint")}
                options={ofModels("rewriteModelId", t("rewriteModelId.none"), models.chat)}
              />,
            )}
            {own(
              "rewriteLanguage",
              <SelectField<RetrievalForm>
                {...texts("rewriteLanguage")}
                name="rewriteLanguage"
                options={[
                  { value: NONE, label: t("rewriteLanguage.none") },
                  ...REWRITE_LANGUAGES.map((code) => ({ value: code, label: languages.of(code) ?? code })),
                ]}
              />,
            )}
          </>
        )}
      </fieldset>
      <fieldset className="space-y-5 border-t pt-5">
        <legend className="float-left mb-3 w-full font-semibold text-sm">{t("choosing")}</legend>
        {own(
          "rerankModelId",
          <SelectField<RetrievalForm>
            {...texts("rerankModelId")}
            name="rerankModelId"
            className="clear-both"
            options={ofModels("rerankModelId", t("rerankModelId.none"), models.rerank)}
          />,
        )}
        {values.rerankModelId !== NONE &&
          own("minScore", <RangeField {...texts("minScore")} min={0} max={1} step={0.01} />)}
        {own(
          "filterModelId",
          <SelectField<RetrievalForm>
            {...texts("filterModelId")}
            name="filterModelId"
            options={ofModels("filterModelId", t("filterModelId.none"), models.chat)}
          />,
        )}
        {own(
          "selectModelId",
          <SelectField<RetrievalForm>
            {...texts("selectModelId")}
            name="selectModelId"
            options={ofModels("selectModelId", t("selectModelId.none"), models.chat)}
          />,
        )}
        {own("selectedCount", <RangeField {...texts("selectedCount")} min={1} max={limits.selectedMax} />)}
        {own("distance", <RangeField {...texts("distance")} min={0} max={DISTANCE_MAX} />)}
      </fieldset>
    </>
  );
}

function useValues(): RetrievalForm {
  const { control } = useFormContext<RetrievalForm>();
  return useWatch({ control, compute: (all: RetrievalForm) => all });
}

/** Whether a setting is the base's own, and the way back to the center's. */
function Whose({ name, center, isLocked }: { name: RetrievalField; center: RetrievalSettings; isLocked: boolean }) {
  const t = useTranslations("knowledge-settings");
  const form = useFormContext<RetrievalForm>();
  const values = useValues();
  if (isLocked) return <p className="mt-0.5 text-fg-3 text-xs">{t("locked")}</p>;
  if (!isOwn(name, values, center)) return <p className="mt-0.5 text-xs text-fg-3">{t("asCenter")}</p>;
  const toCenter = () => {
    form.setValue(
      "own",
      values.own.filter((one) => one !== name),
      { shouldDirty: true },
    );
    form.setValue(name, toForm({}, center)[name], { shouldDirty: true, shouldValidate: true });
  };
  return (
    <button
      type="button"
      onClick={toCenter}
      aria-label={t("toCenterNamed", { name: t(`field.${name}.label`) })}
      className="mt-0.5 rounded-xs text-primary-ink text-xs hover:underline pointer-coarse:min-h-11"
    >
      {t("toCenter")}
    </button>
  );
}
