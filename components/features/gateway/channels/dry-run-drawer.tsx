"use client";

import { FlaskConical } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { SearchPicker } from "@/components/common/search-picker";
import { FormFailure } from "@/components/form/form-failure";
import { SaveForm } from "@/components/form/save-form";
import { TextField } from "@/components/form/text-field";
import { useSaveForm } from "@/components/form/use-save-form";
import { useZodForm } from "@/components/form/use-zod-form";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { Choice } from "@/lib/client/choices";
import { subjectChoices } from "@/lib/features/gateway/choices";
import type { RoutedModelDto } from "@/lib/features/gateway/dto";
import { useDryRun } from "@/lib/features/gateway/routing-hooks";
import { dryRunForm } from "@/lib/features/gateway/routing-schema";
import { DryRunResult } from "./dry-run-result";

/** Asks what a call would meet: which channels in which order, and what would refuse it. Nobody is called. */
export function DryRunDrawer({ model, onClose }: { model: RoutedModelDto; onClose: () => void }) {
  const t = useTranslations("gateway.dryRun");
  const v = useTranslations("validation");
  const run = useDryRun();
  const [caller, setCaller] = useState<Choice | null>(null);
  const form = useZodForm(dryRunForm, { caller: "user" as const, callerId: "", inputTokens: 1000, outputTokens: 500 });
  const kind = useWatch({ control: form.control, name: "caller" });
  const missing = form.formState.errors.callerId && v("required");
  const choose = (choice: Choice | null) => {
    setCaller(choice);
    form.setValue("callerId", choice?.id ?? "", { shouldValidate: form.formState.isSubmitted });
  };
  const saving = useSaveForm(form, {
    save: (values) => run.mutateAsync({ modelId: model.id, ...values }),
    toast: false,
    explains: true,
  });
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={t("title")} meta={model.name} size="large">
        <SaveForm saving={saving} className="space-y-4">
          <p className="text-fg-3 text-sm">{t("intro")}</p>
          <div className="flex flex-wrap items-end gap-3">
            <Segmented
              aria-label={t("caller")}
              value={kind}
              onValueChange={(value) => {
                form.setValue("caller", value);
                choose(null);
              }}
              options={(["user", "key"] as const).map((value) => ({ value, label: t(`kind.${value}`) }))}
            />
            <SearchPicker
              key={kind}
              label={t(`kind.${kind}`)}
              required
              value={caller}
              onChange={choose}
              error={missing}
              source={subjectChoices(kind)}
              className="min-w-60 flex-1"
            />
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField name="inputTokens" kind="number" label={t("input")} required />
            <TextField name="outputTokens" kind="number" label={t("output")} required />
          </div>
          <Button variant="primary" type="submit" icon={FlaskConical} loading={run.isPending}>
            {t("run")}
          </Button>
          <FormFailure error={saving.failure} />
        </SaveForm>
        {run.data && <DryRunResult result={run.data} />}
      </SheetContent>
    </Sheet>
  );
}
