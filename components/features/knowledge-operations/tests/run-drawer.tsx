"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { LoadingDrawer } from "@/components/common/loading-drawer";
import { RetrievalFields } from "@/components/features/knowledge/settings/retrieval-fields";
import { FormDrawer } from "@/components/form/form-drawer";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Segmented } from "@/components/ui/segmented";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { isSame } from "@/lib/editing/differences";
import type { BaseModelsDto } from "@/lib/features/knowledge/dto";
import { baseModelsQuery } from "@/lib/features/knowledge/hooks";
import type { RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { retrievalForm, toForm, toOwn } from "@/lib/features/knowledge/retrieval-form";
import { retrievalQuery } from "@/lib/features/knowledge/retrieval-hooks";
import type { OpenedRecallSetDto } from "@/lib/features/knowledge-operations/recall-dto";
import { useRecallActions } from "@/lib/features/knowledge-operations/recall-hooks";

interface RunDrawerProps {
  baseId: string;
  set: OpenedRecallSetDto;
  onClose: () => void;
  onStarted: (runId: string) => void;
}

/** By which settings the questions of a set are asked: those that are saved, others, or both beside each other. */
export function RunDrawer({ baseId, set, onClose, onStarted }: RunDrawerProps) {
  const t = useTranslations("knowledge-operations-tests.runs");
  const opened = useQuery(retrievalQuery(baseId));
  const models = useQuery(baseModelsQuery);
  if (opened.data && models.data)
    return <Form {...{ set, onClose, onStarted }} opened={opened.data} models={models.data} />;
  const retry = () => {
    void opened.refetch();
    void models.refetch();
  };
  return (
    <LoadingDrawer title={t("drawer")} isError={opened.isError || models.isError} onRetry={retry} onClose={onClose} />
  );
}

const WHICH = ["saved", "draft", "both"] as const;

interface FormProps extends Omit<RunDrawerProps, "baseId"> {
  opened: RetrievalDto;
  models: BaseModelsDto;
}

function Form({ set, opened, models, onClose, onStarted }: FormProps) {
  const t = useTranslations("knowledge-operations-tests.runs");
  const { center, own } = opened;
  const [which, setWhich] = useState<(typeof WHICH)[number]>("saved");
  const { run } = useRecallActions();
  const form = useZodForm(retrievalForm(center), toForm(own, center));
  const values = useWatch({ control: form.control, compute: (all) => all });
  const draft = toOwn(values, center);
  const saving = useSaveForm(form, {
    save: (entered) => {
      const other = toOwn(entered, center);
      const settings = which === "draft" ? other : null;
      return run.mutateAsync({ setId: set.id, settings, others: which === "both" ? other : null });
    },
    toast: false,
    onSaved: ({ id }) => onStarted(id),
  });
  const [saved, edited] = [callsOf({ ...center, ...own }), callsOf({ ...center, ...draft })];
  const calls = set.active * ((which === "draft" ? 0 : saved) + (which === "saved" ? 0 : edited));
  return (
    <FormDrawer
      title={t("drawer")}
      meta={set.name}
      size="large"
      submitLabel={t("begin")}
      saving={saving}
      onClose={onClose}
    >
      <Segmented
        aria-label={t("which")}
        value={which}
        onValueChange={setWhich}
        options={WHICH.map((value) => ({ value, label: t(`whichOptions.${value}`) }))}
      />
      <p className="text-fg-2 text-sm">{t(`about.${which}`)}</p>
      <p className="text-fg-3 text-xs">
        {t("questions", { count: set.active })}
        {calls > 0 && ` · ${t("calls", { count: calls })}`}
      </p>
      {which !== "saved" && <RetrievalFields center={center} models={models} limits={opened.limits} />}
      {which === "both" && isSame(draft, own) && <p className="text-fg-3 text-sm">{t("same")}</p>}
    </FormDrawer>
  );
}

/** Models one question is put to beside the vectors. */
function callsOf({ rerankModelId, filterModelId, selectModelId, rewriteEnabled, rewriteModelId }: RetrievalSettings) {
  const asked = [rerankModelId, filterModelId, selectModelId, rewriteEnabled ? rewriteModelId : null];
  return asked.filter((id) => id !== null).length;
}
