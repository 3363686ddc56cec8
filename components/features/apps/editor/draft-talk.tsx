"use client";

import { type ReactNode, useState } from "react";
import { AppTalk } from "../chat/app-talk";
import { Writing } from "../result/result-screen";
import type { ArrangedProps } from "./arranging";

interface DraftTalkProps extends ArrangedProps {
  /** Stands above it; `again` forgets what was said. */
  bar: (session: { isBegun: boolean; again: () => void }) => ReactNode;
  /** Form and document of an app that writes one above the other. */
  isStacked?: boolean;
}

/** A conversation with a draft, or a run of it, as its kind is; nothing of it is kept. */
export function DraftTalk({ app, settings, flush, options, fileLimits, bar, isStacked }: DraftTalkProps) {
  const [sessionId, setSessionId] = useState<string | null>(null);
  const tried = { ...app, ...settings };
  const above = bar({ isBegun: sessionId !== null, again: () => setSessionId(null) });
  if (app.kind === "generation") {
    return (
      <>
        {above}
        <Writing
          app={tried}
          options={options}
          runId={sessionId}
          onRun={setSessionId}
          isTrial
          isStacked={isStacked}
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
      bar={above}
    />
  );
}
