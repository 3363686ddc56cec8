"use client";

import { useTranslations } from "next-intl";
import { useId, useMemo } from "react";
import { useField } from "@/components/form/use-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { BasicForm } from "@/lib/features/configuration/schema";

/** A zone of the IANA list, found by typing a part of its name. */
export function TimeZoneField({ defaultTimeZone }: { defaultTimeZone: string }) {
  const t = useTranslations("configuration.custom");
  const listId = useId();
  const hint = t("timeZoneHint", { zone: defaultTimeZone });
  const { id, field, error, aria } = useField<BasicForm>({ name: "customConfig.timeZone", hint, label: t("timeZone") });
  const zones = useMemo(() => ["UTC", ...Intl.supportedValuesOf("timeZone")], []);
  return (
    <Field id={id} label={t("timeZone")} hint={hint} error={error}>
      <Input
        {...aria}
        id={id}
        ref={field.ref}
        name={field.name}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
        placeholder={defaultTimeZone}
        invalid={Boolean(error)}
        value={String(field.value ?? "")}
        onBlur={field.onBlur}
        onChange={(event) => field.onChange(event.target.value)}
      />
      <datalist id={listId}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </Field>
  );
}
