"use client";

import { useTranslations } from "next-intl";
import { useBytes } from "@/components/common/use-bytes";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { BaseDetailDto } from "@/lib/features/knowledge/dto";
import { useBaseActions } from "@/lib/features/knowledge/hooks";
import { BASE_NAME_MAX } from "@/lib/features/knowledge/limits";
import { baseCopy } from "@/lib/features/knowledge/schema";

/** A new base that begins as this one. */
export function CopyDrawer({ base, onClose }: { base: BaseDetailDto; onClose: () => void }) {
  const t = useTranslations("knowledge.copy");
  const bytes = useBytes();
  const { copy } = useBaseActions();
  const suffix = t("suffix");
  const name = `${[...base.name].slice(0, BASE_NAME_MAX - suffix.length).join("")}${suffix}`;
  const form = useZodForm(baseCopy, { name, withFiles: base.fileCount > 0 });
  const saving = useSaveForm(form, {
    save: (values) => copy.mutateAsync({ id: base.id, ...values }),
    toast: base.fileCount > 0 && form.getValues("withFiles") ? t("begun") : undefined,
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} meta={base.name} saving={saving} onClose={onClose}>
      <TextField name="name" label={t("name")} required maxLength={BASE_NAME_MAX} autoComplete="off" />
      <ChoiceField
        name="withFiles"
        kind="switch"
        label={t("withFiles", { count: base.fileCount })}
        hint={t("withFilesHint", { size: bytes(base.size) })}
        disabled={base.fileCount === 0}
      />
      <p className="text-fg-3 text-xs">{t("note")}</p>
    </FormDrawer>
  );
}
