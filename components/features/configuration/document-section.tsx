"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { MarkdownEditor } from "@/components/common/markdown-editor";
import { useField } from "@/components/form/use-field";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { DOCUMENT_MAX } from "@/lib/config/config-kinds";
import type { BasicDto } from "@/lib/features/configuration/dto";
import type { BasicForm } from "@/lib/features/configuration/schema";
import { Section } from "./section";

const FIELDS = ["helpZh", "helpEn", "privacyZh", "privacyEn"] as const;
type DocumentField = (typeof FIELDS)[number];

/** Help and privacy statement, in both languages. */
export function DocumentSection({ own }: { own: BasicDto["documents"] }) {
  const t = useTranslations("configuration.documents");
  const [open, setOpen] = useState<DocumentField>("helpZh");
  return (
    <Section name="documents">
      <Segmented
        aria-label={t("choose")}
        value={open}
        onValueChange={setOpen}
        options={FIELDS.map((value) => ({ value, label: t(value) }))}
      />
      {/* All four stay: an error in one that is not open must find its field. */}
      {FIELDS.map((name) => (
        <div key={name} hidden={name !== open}>
          <DocumentField name={name} own={own[name]} />
        </div>
      ))}
    </Section>
  );
}

function DocumentField({ name, own }: { name: DocumentField; own: string }) {
  const t = useTranslations("configuration.documents");
  const hint = t("hint");
  const { id, field, error, aria } = useField<BasicForm>({ name: `documentConfig.${name}`, hint, label: t(name) });
  const value = String(field.value ?? "");
  return (
    <Field id={id} label={t(name)} hint={hint} error={error}>
      <MarkdownEditor
        id={id}
        label={t(name)}
        value={value}
        fallback={own}
        maxLength={DOCUMENT_MAX}
        invalid={Boolean(error)}
        describedBy={aria["aria-describedby"]}
        onBlur={field.onBlur}
        onChange={field.onChange}
      />
      {!value.trim() && (
        <Button size="sm" variant="ghost" className="mt-1.5 -ml-2" onClick={() => field.onChange(own)}>
          {t("startFromOwn")}
        </Button>
      )}
    </Field>
  );
}
