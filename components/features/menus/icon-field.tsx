"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { SearchInput } from "@/components/common/search-input";
import { useNamedField } from "@/components/form/named-fields";
import { MenuIcon } from "@/components/layout/menu-icon";
import { MENU_ICONS } from "@/lib/config/menu-icons";
import type { MenuForm } from "@/lib/features/menus/schema";

/** A grid of icons, found by their names in the person's language. */
export function IconField() {
  const t = useTranslations("menus");
  const { field } = useController<MenuForm, "icon">({ name: "icon" });
  useNamedField("icon", { label: t("form.icon"), show: (icon) => t(`icons.${icon as "link"}`) });
  const [keyword, setKeyword] = useState("");
  const word = keyword.trim().toLowerCase();
  const shown = MENU_ICONS.filter((name) => name.includes(word) || t(`icons.${name}`).toLowerCase().includes(word));
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm">
        {t("form.icon")}
        <span className="ml-2 text-fg-3 text-xs">{field.value ? t(`icons.${field.value}`) : t("form.noIcon")}</span>
      </legend>
      <div className="rounded-sm border border-input">
        <div className="border-b p-2">
          <SearchInput
            label={t("form.iconSearch")}
            value={keyword}
            onChange={setKeyword}
            soft
            maxLength={60}
            // Enter would send the form.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        </div>
        <div className="grid max-h-44 grid-cols-[repeat(auto-fill,minmax(36px,1fr))] gap-1 overflow-y-auto p-2">
          {shown.map((name) => (
            <button
              key={name}
              type="button"
              aria-label={t(`icons.${name}`)}
              aria-pressed={field.value === name}
              data-tooltip={t(`icons.${name}`)}
              onClick={() => field.onChange(field.value === name ? "" : name)}
              className="grid h-9 place-items-center rounded-sm text-fg-2 -outline-offset-2 hover:bg-muted aria-pressed:bg-primary-soft aria-pressed:text-primary-ink pointer-coarse:h-11"
            >
              <MenuIcon name={name} />
            </button>
          ))}
          {shown.length === 0 && <p className="col-span-full py-2 text-fg-3 text-sm">{t("form.iconNone")}</p>}
        </div>
      </div>
    </fieldset>
  );
}
