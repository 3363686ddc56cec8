"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { SearchInput } from "@/components/common/search-input";
import { useNamedField } from "@/components/form/named-fields";
import { Checkbox } from "@/components/ui/checkbox";

interface ChoiceListProps {
  name: string;
  label: string;
  choices: readonly { value: string; label: string; note?: string }[];
  searchable?: boolean;
}

/** Several of a list; long lists scroll and can be searched. Stands inside a `FormProvider`. */
export function ChoiceList({ name, label, choices, searchable }: ChoiceListProps) {
  const t = useTranslations("open-api");
  const v = useTranslations("validation");
  const id = useId();
  const { field, fieldState } = useController({ name });
  useNamedField(name, { label, show: (value) => choices.find((choice) => choice.value === value)?.label ?? "" });
  const [keyword, setKeyword] = useState("");
  const chosen = new Set<string>(field.value as string[]);
  const shown = choices.filter((choice) => choice.label.toLowerCase().includes(keyword.trim().toLowerCase()));
  const error = fieldState.error?.message as "required" | undefined;
  const toggle = (value: string, checked: boolean) => {
    const next = new Set(chosen);
    if (checked) next.add(value);
    else next.delete(value);
    field.onChange([...next]);
  };
  return (
    <fieldset
      aria-label={label}
      aria-describedby={error ? `${id}-error` : undefined}
      className={`rounded-sm border ${error ? "border-danger" : ""}`}
    >
      {searchable && choices.length > 8 && (
        <div className="border-b p-2">
          <SearchInput
            label={t("form.searchModels")}
            value={keyword}
            onChange={setKeyword}
            icon={undefined}
            soft
            className="w-full"
          />
        </div>
      )}
      <div className="max-h-56 overflow-y-auto p-2">
        {shown.map((choice) => (
          <div key={choice.value} className="flex min-h-8 items-center gap-2 px-1 pointer-coarse:min-h-11">
            <Checkbox
              id={`${id}-${choice.value}`}
              checked={chosen.has(choice.value)}
              onCheckedChange={(checked) => toggle(choice.value, checked)}
            />
            <label htmlFor={`${id}-${choice.value}`} className="min-w-0 flex-1 truncate text-sm">
              {choice.label}
            </label>
            {choice.note && <span className="text-fg-3 text-xs">{choice.note}</span>}
          </div>
        ))}
        {shown.length === 0 && <p className="px-1 py-2 text-fg-3 text-sm">{t("form.noModel")}</p>}
      </div>
      {error && (
        <p id={`${id}-error`} className="border-t px-3 py-1.5 text-danger-ink text-xs">
          {v(error)}
        </p>
      )}
    </fieldset>
  );
}
