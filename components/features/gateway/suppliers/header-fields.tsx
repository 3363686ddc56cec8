"use client";

import { Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFieldArray } from "react-hook-form";
import { TextField } from "@/components/form/text-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { HEADERS_MAX } from "@/lib/models/suppliers/schema";

interface HeaderFieldsProps {
  /** Names of the stored ones; values are never shown. */
  stored?: readonly string[];
}

/** Extra headers of every request to a supplier. Stands inside a `FormProvider`. */
export function HeaderFields({ stored = [] }: HeaderFieldsProps) {
  const t = useTranslations("gateway.headers");
  const { fields, append, remove } = useFieldArray<{ headers: { name: string; value: string }[] }>({ name: "headers" });
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1 text-sm">{t("legend")}</legend>
      <p className="text-fg-3 text-xs">{t("hint")}</p>
      {stored.length > 0 && (
        <p className="flex flex-wrap items-center gap-1.5 text-fg-3 text-xs">
          {t("stored")}
          {stored.map((name) => (
            <Badge key={name}>{name}</Badge>
          ))}
          {t("keep")}
        </p>
      )}
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-start gap-2">
          <TextField
            name={`headers.${index}.name`}
            label={t("name")}
            placeholder="X-Organisation"
            maxLength={60}
            autoComplete="off"
            className="min-w-0 flex-1"
          />
          <TextField
            name={`headers.${index}.value`}
            kind="secret"
            label={t("value")}
            maxLength={1000}
            autoComplete="off"
            className="min-w-0 flex-1"
          />
          <IconButton
            icon={X}
            label={t("remove", { index: index + 1 })}
            onClick={() => remove(index)}
            className="mt-6"
          />
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        disabled={fields.length >= HEADERS_MAX}
        onClick={() => append({ name: "", value: "" })}
      >
        {t("add")}
      </Button>
    </fieldset>
  );
}
