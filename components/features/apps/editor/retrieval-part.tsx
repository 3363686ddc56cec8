"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { NumberSetting } from "@/components/chat/number-setting";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import {
  DISTANCE_MAX,
  type OwnRetrieval,
  RETRIEVAL_MODES,
  REWRITE_LANGUAGES,
  retrievalFields,
  SELECTED_MAX,
  TOP_K_MAX,
} from "@/lib/config/knowledge-retrieval";
import { partsQuery } from "@/lib/features/apps/hooks";

/** A select has no empty value: as the base has it, and none. */
const INHERITED = "inherited";
const NONE = "none";

interface Named {
  id: string;
  name: string;
}

interface RetrievalPartProps {
  appId: string;
  retrieval: OwnRetrieval;
  /** Models that can read along. */
  chatModels: readonly Named[];
  onChange: (retrieval: OwnRetrieval) => void;
}

/** How an app searches its bases (spec 3): what is set here holds, the rest is as each base has it. */
export function RetrievalPart(props: RetrievalPartProps) {
  return (
    <LazyMessages areas={["knowledge-settings", "chat-more"]}>
      <Fields {...props} />
    </LazyMessages>
  );
}

type Chosen = "rerankModelId" | "rewriteModelId" | "rewriteLanguage" | "filterModelId" | "selectModelId";

const RANGES = {
  topK: { min: 1, max: TOP_K_MAX, step: 1 },
  minScore: { min: 0, max: 1, step: 0.01 },
  selectedCount: { min: 1, max: SELECTED_MAX, step: 1 },
  distance: { min: 0, max: DISTANCE_MAX, step: 1 },
} as const;

function Fields({ appId, retrieval, chatModels, onChange }: RetrievalPartProps) {
  const t = useTranslations("knowledge-settings.field");
  const own = useTranslations("apps-editor.retrieval");
  const languages = new Intl.DisplayNames([useLocale()], { type: "language" });
  const { data } = useQuery(partsQuery({ appId }));
  const set = <Name extends keyof OwnRetrieval>(name: Name, value: OwnRetrieval[Name] | undefined) => {
    const { [name]: _, ...rest } = retrieval;
    onChange(value === undefined ? rest : { ...rest, [name]: value });
  };
  const number = (name: keyof typeof RANGES) => (
    <NumberSetting
      key={name}
      label={t(`${name}.label`)}
      hint={t(`${name}.hint`)}
      value={retrieval[name]}
      unset={own("asBase")}
      range={RANGES[name]}
      isValid={retrieval[name] === undefined || retrievalFields[name].safeParse(retrieval[name]).success}
      onChange={(value) => set(name, value)}
    />
  );
  const choice = (name: Chosen, list: readonly Named[], hint = t(`${name}.hint`)) => {
    const value = retrieval[name];
    const isForeign = typeof value === "string" && !list.some(({ id }) => id === value);
    return (
      <Choice
        key={name}
        label={t(`${name}.label`)}
        hint={hint}
        value={value === undefined ? INHERITED : (value ?? NONE)}
        options={[
          { value: NONE, label: t(`${name}.none`) },
          ...list.map(({ id, name: label }) => ({ value: id, label })),
          ...(isForeign ? [{ value, label: t("foreignModel") }] : []),
        ]}
        onChange={(next) =>
          set(name, (next === null ? undefined : next === NONE ? null : next) as OwnRetrieval[Chosen])
        }
      />
    );
  };
  const { mode, rewriteEnabled, rerankModelId } = retrieval;
  return (
    <div className="space-y-4">
      <p className="text-fg-3 text-xs">{own("hint")}</p>
      <Group title={t("finding")}>
        <Choice
          label={t("mode.label")}
          hint={mode ? t(`mode.about.${mode}`) : t("mode.hint")}
          value={mode ?? INHERITED}
          options={RETRIEVAL_MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
          onChange={(next) => set("mode", (next ?? undefined) as OwnRetrieval["mode"])}
        />
        {number("topK")}
        <Choice
          label={t("rewriteEnabled.label")}
          hint={t("rewriteEnabled.hint")}
          value={rewriteEnabled === undefined ? INHERITED : rewriteEnabled ? "on" : "off"}
          options={(["on", "off"] as const).map((value) => ({ value, label: own(value) }))}
          onChange={(next) => set("rewriteEnabled", next === null ? undefined : next === "on")}
        />
        {rewriteEnabled !== false && (
          <>
            {choice("rewriteModelId", chatModels, t("rewriteModelId.centerHint"))}
            {choice(
              "rewriteLanguage",
              REWRITE_LANGUAGES.map((id) => ({ id, name: languages.of(id) ?? id })),
            )}
          </>
        )}
      </Group>
      <Group title={t("choosing")}>
        {choice("rerankModelId", data?.rerankModels ?? [])}
        {rerankModelId !== null && number("minScore")}
        {choice("filterModelId", chatModels)}
        {choice("selectModelId", chatModels)}
        {number("selectedCount")}
        {number("distance")}
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="space-y-4 border-t pt-3">
      <legend className="float-left mb-3 w-full font-semibold text-sm">{title}</legend>
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  hint: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** Null: as the base has it. */
  onChange: (value: string | null) => void;
}

function Choice({ label, hint, value, options, onChange }: ChoiceProps) {
  const own = useTranslations("apps-editor.retrieval");
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <Select
        id={id}
        value={value}
        options={[{ value: INHERITED, label: own("asBase") }, ...options]}
        onValueChange={(next) => onChange(next === INHERITED ? null : next)}
        className="w-full"
      />
    </Field>
  );
}
