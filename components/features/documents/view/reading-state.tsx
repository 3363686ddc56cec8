"use client";

import { RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { FullState } from "@/components/common/full-state";
import { Pipeline } from "@/components/common/pipeline";
import { Button } from "@/components/ui/button";
import type { DocumentDto } from "@/lib/features/documents/dto";
import { isFailed } from "@/lib/ingestion/client/status";
import { useFailureText } from "../document-state";
import type { DocumentCommands } from "../use-document-commands";

/** A document that cannot be shown yet: how far its reading is, or why it failed. */
export function ReadingState({ document, commands }: { document: DocumentDto; commands: DocumentCommands }) {
  const t = useTranslations("documents");
  const failureText = useFailureText();
  const { id, parse } = document;
  const { status, progress } = parse;
  if (isFailed(status)) {
    return (
      <FullState
        kind="error"
        role="alert"
        title={t(`state.${status}`)}
        description={failureText(parse)}
        actions={
          <Button variant="primary" icon={RotateCcw} onClick={() => commands.retry(id)}>
            {t("command.retry")}
          </Button>
        }
      />
    );
  }
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 py-10 text-center">
      <Pipeline status={status} progress={progress} wide />
      <p role="status" className="tnum text-lg font-semibold">
        {t(status === "ready" ? "state.ready" : `state.${status}`)} {progress > 0 && t("state.percent", { progress })}
      </p>
      <p className="max-w-105 text-balance text-base text-fg-3">{t("view.running")}</p>
      <Button icon={X} onClick={() => commands.cancel(id)}>
        {t("command.cancel")}
      </Button>
    </div>
  );
}
