"use client";

import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { useQuestionFiles } from "@/components/chat/files/use-question-files";
import { Button } from "@/components/ui/button";
import { reportFailure } from "@/lib/client/report-failure";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { useRunActions } from "@/lib/features/apps/runs-hooks";
import { type AppInputs, wrongInputs } from "@/lib/features/apps/variables";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { InputsForm } from "../chat/inputs-form";
import { focusWrong } from "./focus-wrong";

export type RunApp = Pick<OpenAppDto, "id" | "description" | "variables" | "takesFiles">;

interface RunFormProps {
  app: RunApp;
  fileLimits: FileLimits;
  /** Of the run in view, to begin another with the same. */
  given: AppInputs | null;
  onRun: (runId: string) => void;
  /** The draft is run. */
  isTrial?: boolean;
  /** Done before: what was changed is kept; false: it could not be. */
  before?: () => Promise<unknown>;
  className?: string;
}

/** The form a workflow begins with. */
export function RunForm({ app, fileLimits, given, onRun, isTrial = false, before, className }: RunFormProps) {
  const t = useTranslations("apps-runs.run");
  const form = useRef<HTMLFormElement>(null);
  const { begin } = useRunActions();
  const [inputs, setInputs] = useState<AppInputs>(given ?? {});
  const [wasSent, setWasSent] = useState(false);
  // The same press sent twice begins one run.
  const key = useRef<string | null>(null);
  const files = useQuestionFiles({
    draft: `app:flow:${app.id}${isTrial ? ":trial" : ""}`,
    limits: fileLimits,
    model: undefined,
    onRemoved: () => form.current?.querySelector<HTMLElement>("[type=submit]")?.focus(),
  });
  const wrong = wrongInputs(app.variables, inputs);
  const isWrong = Object.keys(wrong).length > 0;
  const handleRun = async () => {
    setWasSent(true);
    if (isWrong) return focusWrong(form.current);
    try {
      if ((await before?.()) === false) return;
      key.current ??= crypto.randomUUID();
      const run = { appId: app.id, inputs, key: key.current, ...(isTrial && { version: "draft" as const }) };
      if (!app.takesFiles) onRun((await begin.mutateAsync(run)).runId);
      else {
        await files.withFiles(async (sent) => {
          const fileIds = sent.map(({ fileId }) => fileId);
          onRun((await begin.mutateAsync({ ...run, fileIds })).runId);
        });
      }
      key.current = null;
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={t("form")}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void handleRun();
      }}
    >
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-4 md:p-5">
        {app.description && <p className="whitespace-pre-line text-fg-3 text-sm">{app.description}</p>}
        {app.variables.length === 0 && !app.takesFiles && <p className="text-fg-2 text-sm">{t("noForm")}</p>}
        <InputsForm
          variables={app.variables}
          values={inputs}
          wrong={wasSent ? wrong : {}}
          onChange={(next) => {
            key.current = null;
            setInputs(next);
          }}
        />
        {app.takesFiles && (
          <div className="space-y-2">
            <div className="flex items-center gap-2">
              <span className="flex-1 text-sm">
                {t("files")}
                <span className="ml-2 text-fg-3 text-xs">{t("filesHint")}</span>
              </span>
              {files.button}
            </div>
            {files.list}
          </div>
        )}
      </div>
      <div className="border-t p-4 max-md:border-b md:px-5">
        {wasSent && isWrong && (
          <p role="alert" className="mb-2 text-danger-ink text-xs">
            {t("fillIn")}
          </p>
        )}
        {app.takesFiles && files.blocked && <p className="mb-2 text-warning-ink text-xs">{files.blocked}</p>}
        <Button
          variant="primary"
          icon={Play}
          type="submit"
          loading={begin.isPending}
          disabled={app.takesFiles && Boolean(files.blocked)}
          className="w-full"
        >
          {t(given ? "again" : "start")}
        </Button>
      </div>
    </form>
  );
}
