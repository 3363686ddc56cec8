"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { ChoiceField } from "@/components/form/choice-field";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { Choice } from "@/lib/client/choices";
import type { BaseDetailDto } from "@/lib/features/knowledge/dto";
import { ownerChoices, useBaseActions } from "@/lib/features/knowledge/hooks";
import { transferForm } from "@/lib/features/knowledge/schema";

/** To whom a base is given. */
export function TransferDrawer({ base, onClose }: { base: BaseDetailDto; onClose: () => void }) {
  const t = useTranslations("knowledge.transfer");
  const { transfer } = useBaseActions();
  const isHidden = base.visibility === "self";
  const form = useZodForm(transferForm, { userId: "", keep: !isHidden });
  const saving = useSaveForm(form, {
    save: (values) => transfer.mutateAsync({ id: base.id, ...values }),
    toast: t("done"),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} meta={base.name} saving={saving} onClose={onClose}>
      <PersonField ownId={base.owner.id} />
      <ChoiceField
        name="keep"
        kind="switch"
        label={t("keep")}
        hint={isHidden ? t("keepHidden") : t("keepHint")}
        disabled={isHidden}
      />
      <p className="text-fg-3 text-xs">{t("note")}</p>
    </FormDrawer>
  );
}

function PersonField({ ownId }: { ownId: string }) {
  const t = useTranslations("knowledge.transfer");
  const v = useTranslations("validation");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { field, fieldState } = useController({ name: "userId" });
  const source = {
    ...ownerChoices,
    find: async (keyword: string, signal: AbortSignal) =>
      (await ownerChoices.find(keyword, signal)).filter(({ id }) => id !== ownId),
  };
  return (
    <SearchPicker
      label={t("person")}
      placeholder={t("search")}
      hint={t("personHint")}
      required
      value={chosen}
      source={source}
      error={fieldState.error && v("required")}
      onChange={(choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? "");
      }}
    />
  );
}
