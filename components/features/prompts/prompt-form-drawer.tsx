"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { FormDrawer } from "@/components/form/form-drawer";
import { SelectField } from "@/components/form/select-field";
import { TextField } from "@/components/form/text-field";
import { TextareaField } from "@/components/form/textarea-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Segmented } from "@/components/ui/segmented";
import { Switch } from "@/components/ui/switch";
import { NEW_PROMPT, readDraft, saveDraft } from "@/lib/client/drafts";
import type { PromptDetail } from "@/lib/features/prompts/dto";
import { categoriesQuery, type PromptDoor, usePromptActions } from "@/lib/features/prompts/hooks";
import {
  PROMPT_CONTENT_MAX,
  PROMPT_DESCRIPTION_MAX,
  PROMPT_NAME_MAX,
  PROMPT_NOTE_MAX,
} from "@/lib/features/prompts/limits";
import { promptForm } from "@/lib/features/prompts/schema";
import { variablesOf } from "@/lib/features/prompts/template";
import { PROMPT_TYPES, type PromptType } from "@/lib/prompts/kinds";
import { categoryName } from "./category-icon";
import { VariablesEditor } from "./variables-editor";

const NONE = "none";

type Edited = Pick<PromptDetail, "name" | "description" | "content" | "roleName" | "variables" | "categoryId">;

interface PromptFormDrawerProps {
  door: PromptDoor;
  /** Null makes a new one. */
  prompt: PromptDetail | null;
  type: PromptType;
  onClose: (saved: PromptDetail | null) => void;
}

/** Makes or changes a prompt; each save of a text is a version. */
export function PromptFormDrawer({ door, prompt: given, type, onClose }: PromptFormDrawerProps) {
  const t = useTranslations("prompts");
  const locale = useLocale();
  const { data: categories = [] } = useQuery(categoriesQuery);
  const { save } = usePromptActions(door);
  // What was opened stays: a list that is read anew meanwhile takes nothing typed away.
  const [prompt] = useState(given);
  // Begun on another screen; what is closed without saving is forgotten.
  const [begun] = useState(() => (given === null && door === "console" ? readDraft(NEW_PROMPT.draft) : ""));
  useEffect(() => () => saveDraft(NEW_PROMPT.draft, ""), []);
  const [isReleased, setIsReleased] = useState(true);
  const toValues = (edited: Edited | null) => ({
    type: prompt?.type ?? type,
    name: edited?.name ?? "",
    description: edited?.description ?? "",
    content: edited?.content ?? begun,
    roleName: edited?.roleName ?? "",
    variables: edited?.variables ?? [],
    categoryId: edited?.categoryId ?? NONE,
    note: "",
  });
  const form = useZodForm(promptForm, toValues(prompt));
  const kind = useWatch({ control: form.control, name: "type" });
  const content = useWatch({ control: form.control, name: "content" });
  const isRole = kind === "role";
  const saving = useSaveForm(form, {
    revision: prompt?.revision,
    toValues,
    save: ({ categoryId, ...values }, revision) =>
      save.mutateAsync({
        prompt,
        revision,
        ...values,
        categoryId: categoryId === NONE ? null : categoryId,
        ...(door === "console" && prompt && { release: isReleased }),
      }),
    onSaved: (saved) => onClose(saved),
  });
  const submit = () => {
    // What was said of placeholders that are gone must not keep the form from being sent.
    form.setValue("variables", isRole ? [] : variablesOf(form.getValues("content"), form.getValues("variables")));
    return saving.submit();
  };
  return (
    <FormDrawer
      size="large"
      title={t(prompt ? "form.edit" : door === "console" ? "form.forAll" : "form.create")}
      saving={{ ...saving, submit }}
      onClose={() => onClose(null)}
    >
      {!prompt && (
        <Segmented
          aria-label={t("field.type")}
          value={kind}
          onValueChange={(value) => form.setValue("type", value, { shouldDirty: true })}
          options={PROMPT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <TextField name="name" label={t("field.name")} required maxLength={PROMPT_NAME_MAX} autoComplete="off" />
        <SelectField
          name="categoryId"
          label={t("field.category")}
          options={[
            { value: NONE, label: t("form.none") },
            ...categories.map((category) => ({ value: category.id, label: categoryName(category, locale) })),
          ]}
        />
      </div>
      <TextareaField name="description" label={t("field.description")} rows={2} maxLength={PROMPT_DESCRIPTION_MAX} />
      {isRole && (
        <TextField
          name="roleName"
          label={t("field.roleName")}
          hint={t("field.roleNameHint")}
          maxLength={PROMPT_NAME_MAX}
          autoComplete="off"
        />
      )}
      <div>
        <TextareaField
          name="content"
          label={t(isRole ? "field.roleContent" : "field.content")}
          hint={t(isRole ? "field.roleHint" : "field.contentHint")}
          required
          rows={12}
          maxLength={PROMPT_CONTENT_MAX}
        />
        <p className="tnum mt-1 text-right text-fg-3 text-xs">
          {t("field.count", { count: content.length, max: PROMPT_CONTENT_MAX })}
        </p>
      </div>
      {!isRole && <VariablesEditor />}
      {prompt && (
        <TextField
          name="note"
          label={t("field.note")}
          hint={t("field.noteHint")}
          maxLength={PROMPT_NOTE_MAX}
          autoComplete="off"
        />
      )}
      {prompt && door === "console" && (
        <div className="flex items-center justify-between gap-4">
          <div>
            <label htmlFor="prompt-release" className="text-sm">
              {t("field.release")}
            </label>
            <p className="text-fg-3 text-xs">{t("field.releaseHint")}</p>
          </div>
          <Switch id="prompt-release" checked={isReleased} onCheckedChange={setIsReleased} />
        </div>
      )}
    </FormDrawer>
  );
}
