"use client";

import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { AppTalk } from "../chat/app-talk";
import { Writing } from "../result/result-screen";
import type { ArrangedProps } from "./arranging";

/** The draft as its maker tries it; what is changed holds from the next question on. Nothing of it is kept. */
export function Trial({ app, settings, flush, options, fileLimits }: ArrangedProps) {
  const t = useTranslations("apps-editor.trial");
  const [sessionId, setSessionId] = useState<string | null>(null);
  const bar = (
    <div className="flex h-12 shrink-0 items-center gap-1 border-b px-4 md:px-5">
      <h2 className="flex-1 truncate font-semibold text-sm">{t("title")}</h2>
      <IconButton icon={RotateCcw} label={t("anew")} disabled={sessionId === null} onClick={() => setSessionId(null)} />
    </div>
  );
  const tried = { ...app, ...settings };
  if (app.kind === "generation") {
    return (
      <>
        {bar}
        <Writing
          app={tried}
          options={options}
          runId={sessionId}
          onRun={setSessionId}
          isTrial
          isStacked
          before={flush}
        />
      </>
    );
  }
  return (
    <AppTalk
      app={tried}
      options={options}
      fileLimits={fileLimits}
      sessionId={sessionId}
      onSession={setSessionId}
      isTrial
      before={flush}
      bar={bar}
    />
  );
}
