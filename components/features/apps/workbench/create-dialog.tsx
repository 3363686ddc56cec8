"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { FormDialog } from "@/components/form/form-dialog";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { TemplateDto } from "@/lib/features/apps/dto";
import { templatesQuery, useAppActions } from "@/lib/features/apps/hooks";
import { editorHref } from "@/lib/features/apps/paths";
import { appForm } from "@/lib/features/apps/schema";
import { InfoFields } from "./info-fields";
import { Templates } from "./templates";

interface CreateDialogProps {
  /** Key of the template that was chosen already; null: it is chosen first. */
  template: string | null;
  onClose: () => void;
}

/** A new app: what it begins as, then what it is called. */
export function CreateDialog({ template, onClose }: CreateDialogProps) {
  const t = useTranslations("apps-list.form");
  const { data } = useQuery(templatesQuery);
  const [chosen, setChosen] = useState<string | null | undefined>(template ?? undefined);
  if (chosen !== undefined && (chosen === null || data)) {
    return <NameDialog template={data?.items.find(({ key }) => key === chosen) ?? null} onClose={onClose} />;
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t("new")} size="large">
        <Templates onPick={setChosen} />
      </DialogContent>
    </Dialog>
  );
}

function NameDialog({ template, onClose }: { template: TemplateDto | null; onClose: () => void }) {
  const t = useTranslations("apps-list.form");
  const router = useRouter();
  const { create } = useAppActions();
  const form = useZodForm(appForm, {
    name: template?.name ?? "",
    description: template?.description ?? "",
    icon: template?.icon ?? "bot",
    kind: template?.kind ?? "agent",
  });
  const saving = useSaveForm(form, {
    save: (values) => create.mutateAsync({ ...values, ...(template && { template: template.key }) }),
    toast: t("created"),
    onSaved: ({ id }) => router.push(editorHref(id)),
  });
  return (
    <FormDialog title={t("new")} saving={saving} submit={t("submit")} onClose={onClose}>
      <InfoFields kinds={template === null} />
    </FormDialog>
  );
}
