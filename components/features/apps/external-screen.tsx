"use client";

import { ExternalLink } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { FullState } from "@/components/common/full-state";
import { buttonClass } from "@/components/ui/button-class";
import { Spinner } from "@/components/ui/spinner";
import { mayReload } from "@/lib/client/reload-once";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { AppBar } from "./app-bar";
import { AppsSidebar } from "./apps-frame";

/** A page that has not come after so long will not, milliseconds. */
const WAIT_MS = 20_000;

// @exempt requests: the browser asks a page of others whether it answers
/** Asks a page of others for nothing but whether it answers, and tells it nothing. */
const QUIETLY = { method: "HEAD", mode: "no-cors", credentials: "omit", referrerPolicy: "no-referrer" } as const;

interface ExternalScreenProps {
  app: OpenAppDto;
  /** What the page says about being shown inside another. */
  framing: "allowed" | "refused" | "unknown";
}

/** A web page inside the app area; where that is not possible, the way to a tab of its own. It gets no token and no address of ours. */
export function ExternalScreen({ app, framing }: ExternalScreenProps) {
  const t = useTranslations("apps-chat.external");
  const [state, setState] = useState<"loading" | "shown" | "failed">(framing === "refused" ? "failed" : "loading");
  useEffect(() => {
    if (state !== "loading") return;
    const timer = setTimeout(() => setState("failed"), WAIT_MS);
    return () => clearTimeout(timer);
  }, [state]);
  // A frame tells of a browser's own error page as of any other: whether there is a page is asked for beside it.
  useEffect(() => {
    if (framing !== "unknown") return;
    const isOver = new AbortController();
    fetch(app.url, { ...QUIETLY, signal: isOver.signal }).catch(() => isOver.signal.aborted || setState("failed"));
    return () => isOver.abort();
  }, [app.url, framing]);
  // The policy is that of the page the tab began with: begun on this one it lets the page in.
  useEffect(() => {
    const handleRefusal = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "frame-src" && mayReload()) window.location.reload();
    };
    document.addEventListener("securitypolicyviolation", handleRefusal);
    return () => document.removeEventListener("securitypolicyviolation", handleRefusal);
  }, []);
  const open = (
    <a href={app.url} target="_blank" rel="noopener noreferrer" className={buttonClass("primary")}>
      <ExternalLink aria-hidden size={15} strokeWidth={1.75} />
      {t("newTab")}
    </a>
  );
  return (
    <>
      <AppsSidebar currentId={app.id} />
      <AppBar app={app} name={app.name} meta={new URL(app.url).host} actions={state !== "failed" && open} />
      {state === "failed" ? (
        <FullState
          kind="error"
          role="alert"
          title={t("failed")}
          description={t(framing === "refused" ? "refuses" : "unreachable", { host: new URL(app.url).host })}
          actions={open}
        />
      ) : (
        <div className="relative min-h-0 flex-1">
          {state === "loading" && (
            <div role="status" className="absolute inset-0 grid place-items-center">
              <Spinner />
              <span className="sr-only">{t("loading")}</span>
            </div>
          )}
          <iframe
            title={app.name}
            src={app.url}
            referrerPolicy="no-referrer"
            sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
            allow=""
            className="h-full w-full border-0 bg-background"
            onLoad={() => setState("shown")}
          />
        </div>
      )}
    </>
  );
}
