"use client";

import { useTranslations } from "next-intl";
import { HTTP_METHODS } from "@/lib/features/apps/workflow/graph";
import { VALUES_MAX } from "@/lib/features/apps/workflow/limits";
import { SwitchRow } from "../../editor/part";
import { FormSection } from "./form-section";
import { NamedList } from "./named-list";
import { useNodeData } from "./node-form";
import { RefField } from "./ref-field";
import { SecretsPart } from "./secrets-part";
import { SelectRow } from "./select-row";

const BODY_TYPES = ["none", "json", "form", "text"] as const;
const made = (name: string) => ({ name, value: "" });

export function HttpForm() {
  const t = useTranslations("apps-flow.form");
  const [{ method, url, query, headers, bodyType, body, form, takesErrors }, set] = useNodeData("http");
  const hasBody = method !== "GET" && method !== "HEAD";
  return (
    <>
      <FormSection title={t("request")}>
        <div className="flex items-start gap-2">
          <SelectRow
            label={t("method")}
            value={method}
            options={HTTP_METHODS.map((value) => ({ value, label: value }))}
            onChange={(value) => set({ method: value })}
            className="w-28 shrink-0"
          />
          <RefField
            field="url"
            label={t("url")}
            max={2000}
            className="flex-1"
            placeholder="https://"
            value={url}
            onChange={(text) => set({ url: text })}
          />
        </div>
        <NamedList
          field="query"
          label={t("queryParameters")}
          list={query}
          max={VALUES_MAX}
          word=""
          make={made}
          onChange={(list, key) => set({ query: list }, key)}
        />
        <NamedList
          field="headers"
          label={t("headers")}
          list={headers}
          max={VALUES_MAX}
          word=""
          make={made}
          onChange={(list, key) => set({ headers: list }, key)}
        />
      </FormSection>
      {hasBody && (
        <FormSection title={t("body")}>
          <SelectRow
            label={t("bodyType")}
            value={bodyType}
            options={BODY_TYPES.map((value) => ({ value, label: t(`bodyTypes.${value}`) }))}
            onChange={(value) => set({ bodyType: value })}
          />
          {(bodyType === "json" || bodyType === "text") && (
            <RefField
              field="body"
              label={t("bodyText")}
              rows={6}
              isCode
              hint={bodyType === "json" ? t("jsonHint") : t("referenceHint")}
              value={body}
              onChange={(text) => set({ body: text })}
            />
          )}
          {bodyType === "form" && (
            <NamedList
              field="form"
              label={t("formFields")}
              list={form}
              max={VALUES_MAX}
              word=""
              make={made}
              onChange={(list, key) => set({ form: list }, key)}
            />
          )}
        </FormSection>
      )}
      <SecretsPart url={url} />
      <FormSection title={t("response")}>
        <SwitchRow
          label={t("takesErrors")}
          hint={t("takesErrorsHint")}
          checked={takesErrors}
          onChange={(next) => set({ takesErrors: next })}
        />
      </FormSection>
    </>
  );
}
