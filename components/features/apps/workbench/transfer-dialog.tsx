"use client";

import { useTranslations } from "next-intl";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { useAppActions } from "@/lib/features/apps/hooks";
import { transferForm } from "@/lib/features/apps/schema";
import { ChosenPerson } from "../chosen-person";

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
      <ChosenPerson label={t("to")} />
      <p className="text-fg-3 text-xs">{t("text")}</p>
    </FormDrawer>
  );
}
