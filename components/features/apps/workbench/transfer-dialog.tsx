"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useController } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { Choice } from "@/lib/client/choices";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { appSubjects, useAppActions } from "@/lib/features/apps/hooks";
import { transferForm } from "@/lib/features/apps/schema";

/** To whom an app is given. */
export function TransferDialog({ app, onClose }: { app: AppDetailDto; onClose: () => void }) {
  const t = useTranslations("apps-list.transferForm");
  const { transfer } = useAppActions();
  const form = useZodForm(transferForm, { userId: "" });
  const saving = useSaveForm(form, {
    save: ({ userId }) => transfer.mutateAsync({ id: app.id, userId }),
    toast: t("done"),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("title")} meta={app.name} saving={saving} onClose={onClose}>
      <PersonField />
      <p className="text-fg-3 text-xs">{t("text")}</p>
    </FormDrawer>
  );
}

const PEOPLE = appSubjects("user");

function PersonField() {
  const t = useTranslations("apps-list.transferForm");
  const v = useTranslations("validation");
  const [chosen, setChosen] = useState<Choice | null>(null);
  const { field, fieldState } = useController({ name: "userId" });
  return (
    <SearchPicker
      label={t("to")}
      required
      value={chosen}
      source={PEOPLE}
      error={fieldState.error && v("required")}
      onChange={(choice) => {
        setChosen(choice);
        field.onChange(choice?.id ?? "");
      }}
    />
  );
}
