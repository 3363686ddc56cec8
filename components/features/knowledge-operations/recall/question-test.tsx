"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { PanelState } from "@/components/common/query-state";
import { RetrievalFields } from "@/components/features/knowledge/settings/retrieval-fields";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Segmented } from "@/components/ui/segmented";
import { useLeaveGuard } from "@/lib/client/use-leave-guard";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { isSame } from "@/lib/editing/differences";
import type { BaseModelsDto } from "@/lib/features/knowledge/dto";
import { baseModelsQuery } from "@/lib/features/knowledge/hooks";
import { type Asked, recallLookQuery } from "@/lib/features/knowledge/recall-test-hooks";
import type { RetrievalDto } from "@/lib/features/knowledge/retrieval-dto";
import { NONE, type RetrievalForm, retrievalForm, toForm, toOwn } from "@/lib/features/knowledge/retrieval-form";
import { retrievalQuery } from "@/lib/features/knowledge/retrieval-hooks";
import type { TraceDto } from "@/lib/features/knowledge/trace-dto";
import { useBackedUpChange } from "@/lib/features/knowledge-operations/parameter-hooks";
import type { RecallAddress } from "@/lib/features/knowledge-operations/recall-address";
import { QuestionPart } from "./question-part";
import { RecallResults } from "./recall-results";

interface QuestionTestProps {
  baseId: string;
  address: RecallAddress;
  onAddress: (patch: Partial<RecallAddress>) => void;
}

/** One question to a base: what each stage finds, why a slice is left out, and what would keep it (spec G1, G2). */
export function QuestionTest(props: QuestionTestProps) {
  const opened = useQuery(retrievalQuery(props.baseId));
  const models = useQuery(baseModelsQuery);
  if (!opened.data) return <PanelState query={opened} />;
  if (!models.data) return <PanelState query={models} />;
  return <TestForm {...props} opened={opened.data} models={models.data} />;
}

interface TestFormProps extends QuestionTestProps {
  opened: RetrievalDto;
  models: BaseModelsDto;
}

function TestForm({ baseId, address, onAddress, opened, models }: TestFormProps) {
  const t = useTranslations("knowledge-operations-recall");
  const { center } = opened;
  const [part, setPart] = useState<"question" | "found">(address.question ? "found" : "question");
  const [question, setQuestion] = useState(address.question);
  // A link with a question asks it at once.
  const [asked, setAsked] = useState<Asked | null>(
    address.question.trim() ? { question: address.question.trim(), settings: opened.own, run: 0 } : null,
  );
  const change = useBackedUpChange(baseId, t("backupName"));
  const form = useZodForm(retrievalForm(center), toForm(opened.own, center));
  const { isDirty } = form.formState;
  const saving = useSaveForm(form, {
    revision: opened.revision,
    toValues: (own: OwnRetrieval) => toForm(own, center),
    save: (values, revision) => change.mutateAsync({ settings: toOwn(values, center), revision }),
    onSaved: (saved) => form.reset(toForm(saved.own, center)),
  });
  const values = useWatch({ control: form.control, compute: (all) => all });
  const settings = toOwn(values, center);
  useLeaveGuard(isDirty, { title: t("leave.title"), description: t("leave.text"), okButton: t("leave.ok") });
  const look = useQuery(recallLookQuery(baseId, asked));
  const ask = async () => {
    const words = question.trim();
    if (words === "" || !(await form.trigger())) return;
    onAddress({ question: words });
    const next = toOwn(form.getValues(), center);
    setAsked({ question: words, settings: next, run: (asked?.run ?? 0) + 1 });
    setPart("found");
  };
  const handleTry = (tried: TraceDto["changes"][number]) => {
    for (const [name, value] of Object.entries(tried))
      form.setValue(name as keyof RetrievalForm, (value ?? NONE) as never, { shouldDirty: true, shouldValidate: true });
    void ask();
  };
  const isOther = asked !== null && (!isSame(asked.settings, settings) || asked.question !== question.trim());
  return (
    <>
      <div className="shrink-0 border-b p-2 md:hidden">
        <Segmented
          aria-label={t("part.label")}
          value={part}
          onValueChange={setPart}
          options={(["question", "found"] as const).map((value) => ({ value, label: t(`part.${value}`) }))}
        />
      </div>
      <div className="flex min-h-0 flex-1">
        <SaveForm
          saving={saving}
          aria-label={t("part.question")}
          className={cn(
            "flex min-h-0 w-full shrink-0 flex-col md:w-80 md:border-r xl:w-90",
            part === "found" && "max-md:hidden",
          )}
        >
          <div className="min-h-0 flex-1 space-y-6 overflow-y-auto p-4 md:p-5">
            <QuestionPart
              baseId={baseId}
              settings={settings}
              question={question}
              isAsking={look.isFetching}
              onQuestion={setQuestion}
              onAsk={() => void ask()}
            />
            <RetrievalFields center={center} models={models} />
          </div>
          <div className="shrink-0 space-y-2 border-t bg-background px-4 py-3 md:px-5">
            <FormFailure error={saving.failure} />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" disabled={!isDirty || saving.isSaving}>
                {t("save")}
              </Button>
              {isDirty && (
                <Button variant="ghost" disabled={saving.isSaving} onClick={() => form.reset()}>
                  {t("discard")}
                </Button>
              )}
            </div>
            <p className="text-fg-3 text-xs">{t(isDirty ? "draft" : "asSaved")}</p>
          </div>
        </SaveForm>
        <RecallResults
          baseId={baseId}
          center={center}
          asked={asked}
          query={look}
          isOther={isOther}
          onTry={handleTry}
          className={cn(part === "question" && "max-md:hidden")}
        />
      </div>
    </>
  );
}
