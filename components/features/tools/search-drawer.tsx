"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { confirm } from "@/lib/client/dialogs";
import {
  findSearchProvider,
  SAFE_SEARCH,
  SEARCH_COUNT_MAX,
  SEARCH_LANGUAGES,
  SEARCH_PROVIDERS,
} from "@/lib/config/tool-kinds";
import type { BuiltinToolDto } from "@/lib/features/tools/dto";
import { useBuiltinActions } from "@/lib/features/tools/hooks";
import { searchForm } from "@/lib/features/tools/schema";
import { isMoved } from "@/lib/net/moved-address";
import { AccessFields, accessInput, accessValues, type StoredAccess } from "./access-fields";

interface SearchDrawerProps {
  tool: BuiltinToolDto;
  onClose: () => void;
}

/** The service behind the web search, its key, and who may use it. Saving the first set-up switches it on. */
export function SearchDrawer({ tool, onClose }: SearchDrawerProps) {
  const t = useTranslations("tools");
  const { edit, change } = useBuiltinActions();
  const stored = tool.settings;
  const form = useZodForm(searchForm, valuesOf(tool));
  const [provider, address] = useWatch({ control: form.control, name: ["provider", "baseUrl"] });
  const { keyRequired = false, filters: hasFilters = false } = findSearchProvider(provider) ?? {};
  const mustEnterKey = tool.hasKey && isMoved(stored?.baseUrl ?? null, address);
  const label = (key: "keyStored" | "keyStoredPlain") => t(`search.${key}`, { hint: tool.keyHint });

  const handleProvider = (key: string) => {
    form.setValue("baseUrl", findSearchProvider(key)?.baseUrl ?? "", { shouldDirty: true });
    form.clearErrors();
  };
  const saving = useSaveForm(form, {
    revision: tool.revision,
    toValues: valuesOf,
    save: async (values, revision) => {
      const { provider, baseUrl, count, language, safeSearch, apiKey, confirm: asks } = values;
      await edit.mutateAsync({
        key: tool.key,
        revision,
        confirm: asks,
        ...accessInput(values),
        settings: { provider, baseUrl, count, language, safeSearch },
        ...(apiKey ? { apiKey } : {}),
        ...(tool.ready ? {} : { enabled: true }),
      });
    },
    onSaved: onClose,
  });
  const handleRemoveKey = async () => {
    const agreed = await confirm({
      title: t("removeKey.title"),
      description: t("removeKey.text"),
      okButton: t("removeKey.ok"),
      destructive: true,
      onOk: () => change.mutateAsync({ key: tool.key, apiKey: null }),
    });
    if (agreed) onClose();
  };
  return (
    <FormDrawer title={t("builtin.web_search.name")} saving={saving} onClose={onClose}>
      <SelectField
        name="provider"
        label={t("search.provider")}
        hint={t(`search.about.${provider}`)}
        required
        options={SEARCH_PROVIDERS.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={handleProvider}
      />
      <TextField
        name="baseUrl"
        label={t("search.address")}
        required
        maxLength={500}
        inputMode="url"
        autoComplete="off"
      />
      <TextField
        name="apiKey"
        kind="secret"
        label={t("search.key")}
        hint={
          mustEnterKey
            ? t("search.keyAgain")
            : tool.hasKey
              ? t("search.keyKeep")
              : keyRequired
                ? t("search.keyHint")
                : t("search.keyOptional")
        }
        required={keyRequired && (!tool.hasKey || mustEnterKey)}
        maxLength={2000}
        autoComplete="off"
      />
      {tool.hasKey && (
        <div className="flex items-center gap-3 text-fg-3 text-xs">
          <span className="min-w-0 flex-1">{label(tool.keyHint ? "keyStored" : "keyStoredPlain")}</span>
          <Button variant="ghost" size="sm" icon={Trash2} onClick={() => void handleRemoveKey()}>
            {t("removeKey.open")}
          </Button>
        </div>
      )}
      <div className="grid gap-4 md:grid-cols-3">
        <TextField
          name="count"
          kind="number"
          label={t("search.count", { max: SEARCH_COUNT_MAX })}
          inputMode="numeric"
        />
        {hasFilters && (
          <>
            <SelectField
              name="language"
              label={t("search.language")}
              options={SEARCH_LANGUAGES.map((value) => ({ value, label: t(`search.languages.${value}`) }))}
            />
            <SelectField
              name="safeSearch"
              label={t("search.safe")}
              options={SAFE_SEARCH.map((value) => ({ value, label: t(`search.safety.${value}`) }))}
            />
          </>
        )}
      </div>
      <AccessFields />
      <ChoiceField name="confirm" label={t("access.confirm")} hint={t("access.confirmHint")} />
    </FormDrawer>
  );
}

function valuesOf(tool: StoredAccess & Pick<BuiltinToolDto, "confirm" | "settings" | "hasKey">) {
  const stored = tool.settings;
  return {
    ...accessValues(tool),
    confirm: tool.confirm,
    provider: stored?.provider ?? ("searxng" as const),
    baseUrl: stored?.baseUrl ?? "",
    apiKey: "",
    count: stored?.count ?? 8,
    language: stored?.language ?? ("any" as const),
    safeSearch: stored?.safeSearch ?? ("moderate" as const),
    keepsKey: tool.hasKey,
  };
}
