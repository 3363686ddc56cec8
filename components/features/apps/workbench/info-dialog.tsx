"use client";

import { useTranslations } from "next-intl";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import type { AppDetailDto } from "@/lib/features/apps/dto";
import { useAppActions } from "@/lib/features/apps/hooks";
import { appForm } from "@/lib/features/apps/schema";
import { InfoFields } from "./info-fields";

const infoForm = appForm.omit({ kind: true });
const valuesOf = ({ name, description, icon }: Pick<AppDetailDto, "name" | "description" | "icon">) => ({
  name,
  description,
  icon,
});

/** What an app is called and shown by. */
export function InfoDialog({ app, onClose }: { app: AppDetailDto; onClose: () => void }) {
  const t = useTranslations("apps-list.form");
  const { change } = useAppActions();
  const form = useZodForm(infoForm, valuesOf(app));
  const saving = useSaveForm(form, {
    revision: app.revision,
    toValues: valuesOf,
    save: (values, revision) => change.mutateAsync({ id: app.id, revision, ...values }),
    toast: t("saved"),
    onSaved: onClose,
  });
  return (
    <FormDrawer title={t("info")} meta={app.name} saving={saving} onClose={onClose}>
      <InfoFields kinds={false} />
    </FormDrawer>
  );
}
