"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useController } from "react-hook-form";
import { IconField } from "@/components/form/icon-field";
import { useNamedField } from "@/components/form/named-fields";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { squareQuery } from "@/lib/features/apps/hooks";
import { APP_DESCRIPTION_MAX, APP_ICONS, APP_NAME_MAX } from "@/lib/features/apps/limits";
import type { AppForm } from "@/lib/features/apps/schema";
import { BUILT_KINDS } from "@/lib/features/apps/settings";
import { AppIcon } from "../app-icon";

/** What an app is called, and with `kinds` what it is: that is chosen once. */
export function InfoFields({ kinds }: { kinds: boolean }) {
  const t = useTranslations("apps-list");
  return (
    <>
      {kinds && <KindField />}
      <TextField name="name" label={t("form.name")} required maxLength={APP_NAME_MAX} autoComplete="off" />
      <TextareaField
        name="description"
        label={t("form.description")}
        hint={t("form.descriptionHint")}
        rows={2}
        maxLength={APP_DESCRIPTION_MAX}
      />
      <IconField
        label={t("form.icon")}
        icons={APP_ICONS}
        nameOf={(icon) => t(`icons.${icon}`)}
        draw={(icon) => <AppIcon icon={icon} size={28} />}
      />
    </>
  );
}

function KindField() {
  const t = useTranslations("apps-list");
  const id = useId();
  const { data: square } = useQuery(squareQuery);
  const mayFrame = square?.mayOrder ?? false;
  const { field } = useController<AppForm, "kind">({ name: "kind" });
  useNamedField("kind", { label: t("form.kind"), show: (kind) => t(`kind.${kind as AppForm["kind"]}`) });
  return (
    <fieldset>
      <legend id={id} className="mb-1.5 text-sm">
        {t("form.kind")}
      </legend>
      <RadioGroup aria-labelledby={id} value={field.value} onValueChange={field.onChange}>
        {BUILT_KINDS.filter((kind) => kind !== "external" || mayFrame).map((kind) => (
          <RadioGroupItem key={kind} value={kind} label={t(`kind.${kind}`)} />
        ))}
      </RadioGroup>
      <p className="mt-1.5 text-fg-3 text-xs">{t(`kindHint.${field.value}`)}</p>
    </fieldset>
  );
}
