"use client";

import { useTranslations } from "next-intl";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { SAFE_SEARCH, SEARCH_COUNT_MAX, SEARCH_DEFAULTS, SEARCH_LANGUAGES } from "@/lib/config/tool-kinds";
import type { BuiltinToolDto } from "@/lib/features/tools/dto";
import { useBuiltinActions } from "@/lib/features/tools/hooks";
import { searchForm } from "@/lib/features/tools/schema";
import { AccessFields, accessInput, accessValues, type StoredAccess } from "./access-fields";
import { SearchProviders } from "./search-providers";

interface SearchDrawerProps {
  tool: BuiltinToolDto;
  /** Another drawer: of a provider, or of a new one. */
  onOpen: (drawer: string) => void;
  onClose: () => void;
}

/** The services behind the web search in their order, what they are asked for, and who may use it. */
export function SearchDrawer({ tool, onOpen, onClose }: SearchDrawerProps) {
  const t = useTranslations("tools-search");
  const access = useTranslations("tools.access");
  const { edit } = useBuiltinActions();
  const form = useZodForm(searchForm, valuesOf(tool));
  const saving = useSaveForm(form, {
    revision: tool.revision,
    toValues: valuesOf,
    save: ({ count, language, safeSearch, confirm, ...values }, revision) =>
      edit.mutateAsync({
        key: tool.key,
        revision,
        confirm,
        ...accessInput(values),
        settings: { count, language, safeSearch },
      }),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} size="large" saving={saving} onClose={onClose}>
      <SearchProviders onOpen={(id) => onOpen(`provider:${id}`)} />
      <h3 className="border-t pt-4 font-semibold text-base">{t("settings")}</h3>
      <p className="-mt-2 text-fg-3 text-xs">{t("settingsHint")}</p>
      <div className="grid gap-4 md:grid-cols-3">
        <TextField
          name="count"
          kind="number"
          label={t("count", { max: SEARCH_COUNT_MAX })}
          maxLength={2}
          inputMode="numeric"
        />
        <SelectField
          name="language"
          label={t("language")}
          options={SEARCH_LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        />
        <SelectField
          name="safeSearch"
          label={t("safe")}
          options={SAFE_SEARCH.map((value) => ({ value, label: t(`safety.${value}`) }))}
        />
      </div>
      <AccessFields />
      <ChoiceField name="confirm" label={access("confirm")} hint={access("confirmHint")} />
    </FormDrawer>
  );
}

function valuesOf(tool: StoredAccess & Pick<BuiltinToolDto, "confirm" | "settings">) {
  return { ...accessValues(tool), confirm: tool.confirm, ...(tool.settings ?? SEARCH_DEFAULTS) };
}
