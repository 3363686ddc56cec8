"use client";

import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { PanelState } from "@/components/common/query-state";
import { RetrievalFields } from "@/components/features/knowledge/settings/retrieval-fields";
import { FormFailure } from "@/components/form/form-failure";
import { SaveButtons } from "@/components/form/save-buttons";
import { SaveForm } from "@/components/form/save-form";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { useLeaveGuard } from "@/lib/client/use-leave-guard";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import type { BaseModelsDto } from "@/lib/features/knowledge/dto";
import { baseModelsQuery } from "@/lib/features/knowledge/hooks";
import type { CenterRetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { centerForm, toForm, toSettings } from "@/lib/features/knowledge/retrieval-form";
import { centerRetrievalQuery, useParameterActions } from "@/lib/features/knowledge-operations/parameter-hooks";
import { BackupDialog } from "./backup-dialog";

/** How bases that set nothing of their own are searched, changed in place. */
export function CenterParameters() {
  const opened = useQuery(centerRetrievalQuery);
  const models = useQuery(baseModelsQuery);
  if (!opened.data) return <PanelState query={opened} />;
  if (!models.data) return <PanelState query={models} />;
  return <Form opened={opened.data} models={models.data} />;
}

const valuesOf = (settings: RetrievalSettings) => toForm({}, settings);

function Form({ opened, models }: { opened: CenterRetrievalDto; models: BaseModelsDto }) {
  const t = useTranslations("knowledge-operations-tests.parameters");
  const { changeCenter } = useParameterActions();
  const [isNaming, setIsNaming] = useState(false);
  const form = useZodForm(centerForm, valuesOf(opened.settings));
  const saving = useSaveForm(form, {
    revision: opened.revision,
    toValues: valuesOf,
    save: (values, revision) => changeCenter.mutateAsync({ settings: toSettings(values), revision }),
    onSaved: (saved) => form.reset(valuesOf(saved.settings)),
  });
  useLeaveGuard(form.formState.isDirty, {
    title: t("leave.title"),
    description: t("leave.text"),
    okButton: t("leave.ok"),
  });
  return (
    <>
      <SaveForm saving={saving} aria-label={t("settings")} className="flex min-h-0 flex-1 flex-col">
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-5">
          <div className="max-w-160 space-y-6">
            <div className="flex flex-wrap items-center gap-2">
              <p className="min-w-0 flex-1 text-fg-2 text-sm">{t("aboutCenter")}</p>
              <Button icon={Archive} onClick={() => setIsNaming(true)}>
                {t("backUp")}
              </Button>
            </div>
            <RetrievalFields center={null} models={models} />
          </div>
        </div>
        <div className="shrink-0 space-y-2 border-t bg-background px-4 py-3 md:px-5">
          <FormFailure error={saving.failure} />
          <div className="flex flex-wrap items-center gap-2">
            <SaveButtons saving={saving} discard={t("discard")} />
          </div>
        </div>
      </SaveForm>
      {isNaming && <BackupDialog baseId={null} onClose={() => setIsNaming(false)} />}
    </>
  );
}
