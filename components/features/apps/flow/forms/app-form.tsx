"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SearchPicker } from "@/components/common/search-picker";
import { api } from "@/lib/client/api-client";
import { usableApps } from "../../usable-apps";
import { useFlow } from "../flow-context";
import { FieldProblems } from "./field-problems";
import { FormSection } from "./form-section";
import { useNodeData } from "./node-form";
import { RefField } from "./ref-field";
import { ValueList } from "./value-list";

export function AppForm() {
  const t = useTranslations("apps-flow.form");
  const { appId: own } = useFlow();
  const [{ appId, text, inputs }, set] = useNodeData("app");
  const { data, isError } = useQuery({
    queryKey: ["apps", "app", appId, "open"],
    queryFn: ({ signal }) => api.get(`/apps/${appId}/open`, { signal }),
    enabled: appId !== null,
    meta: { quiet: true },
  });
  return (
    <FormSection title={t("app")}>
      <div data-field="appId">
        <SearchPicker
          label={t("appName")}
          hint={t("appHint")}
          value={appId === null ? null : { id: appId, name: data?.name ?? (isError ? t("appGone") : "…") }}
          source={usableApps(own)}
          onChange={(choice) => set({ appId: choice?.id ?? null, inputs: [] })}
        />
        <FieldProblems field="appId" />
      </div>
      <RefField
        field="text"
        label={t("appText")}
        rows={2}
        hint={t("appTextHint")}
        value={text}
        onChange={(next) => set({ text: next })}
      />
      {data && data.variables.length > 0 && (
        <ValueList
          field="inputs"
          parameters={data.variables.map(({ name, label, required }) => ({
            ...{ name, label, required },
            description: "",
          }))}
          values={inputs}
          onChange={(next, key) => set({ inputs: next }, key)}
        />
      )}
    </FormSection>
  );
}
