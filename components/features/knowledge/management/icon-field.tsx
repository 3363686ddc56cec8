"use client";

import { useTranslations } from "next-intl";
import { RadioGroup as Primitive } from "radix-ui";
import { useId } from "react";
import { useController } from "react-hook-form";
import { useNamedField } from "@/components/form/named-fields";
import { BASE_ICONS, type BaseIcon as BaseIconName } from "@/lib/features/knowledge/limits";
import type { BaseForm } from "@/lib/features/knowledge/schema";
import { BaseIcon } from "../base-icon";

/** The picture of a base, one of a few. */
export function IconField() {
  const t = useTranslations("knowledge.form");
  const id = useId();
  const { field } = useController<BaseForm, "icon">({ name: "icon" });
  useNamedField("icon", { label: t("icon"), show: (icon) => t(`icons.${icon as BaseIconName}`) });
  return (
    <fieldset>
      <legend id={id} className="mb-1.5 text-sm">
        {t("icon")}
      </legend>
      <Primitive.Root
        aria-labelledby={id}
        value={field.value}
        onValueChange={field.onChange}
        className="flex flex-wrap gap-1.5"
      >
        {BASE_ICONS.map((icon) => (
          <Primitive.Item
            key={icon}
            value={icon}
            aria-label={t(`icons.${icon}`)}
            data-tooltip={t(`icons.${icon}`)}
            className="rounded-md p-1 ring-primary data-[state=checked]:ring-2 pointer-coarse:p-2"
          >
            <BaseIcon icon={icon} size={28} />
          </Primitive.Item>
        ))}
      </Primitive.Root>
    </fieldset>
  );
}
