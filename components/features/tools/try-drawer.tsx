"use client";

import { Play, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useStoppable } from "@/components/common/use-stoppable";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import type { JsonSchema, ToolRunDto } from "@/lib/features/tools/dto";
import { useTryTool } from "@/lib/features/tools/hooks";
import { fieldsOf } from "@/lib/features/tools/schema-fields";
import { ArgumentsForm } from "./arguments-form";
import { RunResult } from "./run-result";

interface TryDrawerProps {
  /** As a model calls it. */
  name: string;
  title: string;
  description: string;
  schema: JsonSchema;
  /** It may change something; running it here really does. */
  mayAct: boolean;
  onClose: () => void;
}

interface Run {
  args: Record<string, unknown>;
  result: ToolRunDto;
}

/** Runs a tool once with arguments entered by hand: what went in, what came out, how long it took. */
export function TryDrawer({ name, title, description, schema, mayAct, onClose }: TryDrawerProps) {
  const t = useTranslations("tools.try");
  const formId = useId();
  const runTool = useTryTool();
  const fields = fieldsOf(schema);
  const [run, setRun] = useState<Run | null>(null);
  const { isRunning, failure, start, stop } = useStoppable();

  const handleRun = (args: Record<string, unknown>) => {
    setRun(null);
    void start(async (signal) => setRun({ args, result: await runTool(name, args, signal) }));
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        title={t("title")}
        meta={title}
        size="large"
        footer={
          isRunning ? (
            <Button icon={Square} onClick={stop}>
              {t("stop")}
            </Button>
          ) : (
            <Button variant="primary" icon={Play} type="submit" form={formId}>
              {run ? t("again") : t("run")}
            </Button>
          )
        }
      >
        <div className="space-y-4">
          {description && <p className="break-words text-fg-2 text-sm">{description}</p>}
          {mayAct && <p className="rounded-sm bg-warning-soft px-3 py-2 text-sm text-warning-ink">{t("mayAct")}</p>}
          <ArgumentsForm id={formId} fields={fields} isRunning={isRunning} onRun={handleRun} />
          <FormFailure error={failure} />
          <div aria-live="polite">
            {isRunning && <p className="text-fg-3 text-sm">{t("running")}</p>}
            {run && <RunResult args={run.args} result={run.result} />}
          </div>
        </div>
      </SheetContent>
    </Sheet>
  );
}
