"use client";

import { Play, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { FormFailure } from "@/components/form/form-failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { ModelDto } from "@/lib/features/models/dto";
import { runKindOf } from "@/lib/features/models/run-schema";
import { TryFields } from "./try-fields";
import { TryResult } from "./try-result";
import { NO_VALUES, type TryValues, toRun } from "./try-values";
import { useModelRun } from "./use-model-run";

interface TryDrawerProps {
  model: ModelDto;
  onClose: () => void;
}

/** Tries a model by hand: what it answers, how long it takes, what goes over the wire. Real calls that are counted. */
export function TryDrawer({ model, onClose }: TryDrawerProps) {
  const t = useTranslations("models");
  const formId = useId();
  const kind = runKindOf(model.type);
  const { state, failure, isRunning, start, stop } = useModelRun(model.id);
  const [values, setValues] = useState<TryValues>(NO_VALUES);
  const [file, setFile] = useState<File | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});

  const handleRun = async () => {
    const { run, errors: wrong } = await toRun(kind, values, file);
    setErrors(wrong);
    const [first] = Object.keys(wrong);
    if (first) document.getElementById(`${formId}-${first}`)?.focus();
    if (run) await start(run);
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("try.title")}
        meta={model.name}
        size="large"
        footer={
          isRunning ? (
            <Button icon={Square} onClick={stop}>
              {t("try.stop")}
            </Button>
          ) : (
            <Button variant="primary" icon={Play} type="submit" form={formId}>
              {state ? t("try.again") : t("try.run")}
            </Button>
          )
        }
      >
        <div className="space-y-4">
          <div className="flex flex-wrap items-center gap-2 text-fg-3 text-xs">
            <Badge>{t(`type.${model.type}`)}</Badge>
            {t("try.counted")}
          </div>
          <form
            id={formId}
            noValidate
            className="space-y-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (!isRunning) void handleRun();
            }}
          >
            <TryFields
              kind={kind}
              idPrefix={formId}
              values={values}
              errors={errors}
              file={file}
              onChange={(patch) => setValues((current) => ({ ...current, ...patch }))}
              onFile={setFile}
            />
          </form>
          <FormFailure error={failure} />
          {state && !failure && <TryResult state={state} isRunning={isRunning} />}
        </div>
      </SheetContent>
    </Sheet>
  );
}
