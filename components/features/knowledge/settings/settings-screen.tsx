"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { PanelState } from "@/components/common/query-state";
import { FormFailure } from "@/components/form/form-failure";
import { SaveButtons } from "@/components/form/save-buttons";
import { SaveForm } from "@/components/form/save-form";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import { useLeaveGuard } from "@/lib/client/use-leave-guard";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import type { BaseModelsDto } from "@/lib/features/knowledge/dto";
import { baseModelsQuery } from "@/lib/features/knowledge/hooks";
import { settingsHref } from "@/lib/features/knowledge/paths";
import type { RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { isOwn, RETRIEVAL_FIELDS, retrievalForm, toForm, toOwn } from "@/lib/features/knowledge/retrieval-form";
import { retrievalQuery, useRetrievalChange } from "@/lib/features/knowledge/retrieval-hooks";
import { BaseChoice } from "../base-choice";
import { BaseShell } from "../base-shell";
import { EmbeddingSection } from "./embedding-section";
import { PicturesSection } from "./pictures-section";
import { QuestionLook } from "./question-look";
import { RetrievalFields } from "./retrieval-fields";

/** How a base is searched, beside what that does with a question (spec G1). Without a base, the choice of one. */
export function SettingsScreen({ baseId, title }: { baseId: string | null; title: string }) {
  if (!baseId) return <BaseChoice title={title} right="manage" hrefOf={settingsHref} />;
  return (
    <BaseShell baseId={baseId} tab="kb-set">
      {({ type }) => <Settings baseId={baseId} hasPictures={type === "multimodal"} />}
    </BaseShell>
  );
}

function Settings({ baseId, hasPictures }: { baseId: string; hasPictures: boolean }) {
  const opened = useQuery(retrievalQuery(baseId));
  const models = useQuery(baseModelsQuery);
  if (!opened.data) return <PanelState query={opened} />;
  if (!models.data) return <PanelState query={models} />;
  return <SettingsForm {...{ baseId, hasPictures }} opened={opened.data} models={models.data} />;
}

interface SettingsFormProps {
  baseId: string;
  /** Those of its files are described. */
  hasPictures: boolean;
  opened: RetrievalDto;
  models: BaseModelsDto;
}

function SettingsForm({ baseId, hasPictures, opened, models }: SettingsFormProps) {
  const t = useTranslations("knowledge-settings");
  const { center } = opened;
  const [part, setPart] = useState<"settings" | "look">("settings");
  const change = useRetrievalChange(baseId);
  const form = useZodForm(retrievalForm(center), toForm(opened.own, center));
  const { isDirty } = form.formState;
  const saving = useSaveForm(form, {
    revision: opened.revision,
    toValues: (own: OwnRetrieval) => toForm(own, center),
    save: (values, revision) => change.mutateAsync({ settings: toOwn(values, center), revision }),
    onSaved: (saved) => form.reset(toForm(saved.own, center)),
  });
  const values = useWatch({ control: form.control, compute: (all) => all });
  const own = RETRIEVAL_FIELDS.filter((name) => isOwn(name, values, center));
  useLeaveGuard(isDirty, { title: t("leave.title"), description: t("leave.text"), okButton: t("leave.ok") });
  const toCenter = () => {
    for (const [name, value] of Object.entries(toForm({}, center))) {
      form.setValue(name as keyof typeof values, value as never, { shouldDirty: true, shouldValidate: true });
    }
  };
  return (
    <>
      <div className="border-b p-2 md:hidden">
        <Segmented
          aria-label={t("part")}
          value={part}
          onValueChange={setPart}
          options={[
            { value: "settings", label: t("settings") },
            { value: "look", label: t("look.title") },
          ]}
        />
      </div>
      <div className="flex min-h-0 flex-1">
        <SaveForm
          saving={saving}
          aria-label={t("settings")}
          className={cn(
            "flex min-h-0 w-full shrink-0 flex-col md:w-90 md:border-r xl:w-100",
            part === "look" && "max-md:hidden",
          )}
        >
          <div className="min-h-0 flex-1 space-y-6 overflow-y-auto p-4 md:p-5">
            <p className="text-xs text-fg-3">{t("about")}</p>
            <RetrievalFields center={center} models={models} limits={opened.limits} />
            <EmbeddingSection baseId={baseId} models={models} />
            {hasPictures && <PicturesSection baseId={baseId} />}
          </div>
          <div className="shrink-0 space-y-2 border-t bg-background px-4 py-3 md:px-5">
            <FormFailure error={saving.failure} />
            <div className="flex flex-wrap items-center gap-2">
              <SaveButtons saving={saving} discard={t("discard")} />
              {own.length > 0 && (
                <Button variant="ghost" disabled={saving.isSaving} onClick={toCenter} className="ml-auto">
                  {t("allToCenter")}
                </Button>
              )}
              {isDirty && <span className="text-xs text-fg-3">{t("unsaved")}</span>}
            </div>
          </div>
        </SaveForm>
        <QuestionLook
          baseId={baseId}
          settings={toOwn(values, center)}
          isValid={form.formState.isValid}
          saved={saving.stale.revision() ?? ""}
          className={cn(part === "settings" && "max-md:hidden")}
        />
      </div>
    </>
  );
}
