"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { AppTalk } from "../chat/app-talk";
import { Writing } from "../result/result-screen";
import type { ArrangedProps } from "./arranging";

/** The draft as its users would meet it. */
export function Preview({ app, settings, flush, options, fileLimits }: ArrangedProps) {
  const t = useTranslations("apps-editor.preview");
  const [sessionId, setSessionId] = useState<string | null>(null);
  const tried = { ...app, ...settings };
  const bar = <p className="shrink-0 border-b bg-subtle px-5 py-2 text-center text-fg-3 text-xs">{t("note")}</p>;
  if (app.kind === "generation") {
    return (
      <>
        {bar}
        <Writing app={tried} options={options} runId={sessionId} onRun={setSessionId} isTrial before={flush} />
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
