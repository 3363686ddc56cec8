"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { Spinner } from "@/components/ui/spinner";
import { Status } from "@/components/ui/status";
import { pictureOf, type TrialAnswer, textOf } from "@/lib/features/open-api/try-call";

interface TrialResultProps {
  /** The answer so far. */
  live: string;
  /** Null while it runs. */
  answer: TrialAnswer | null;
}

/** Status and times of a call, what it says, and the answer as it came. */
export function TrialResult({ live, answer }: TrialResultProps) {
  const t = useTranslations("open-api.play");
  const raw = answer?.raw ?? live;
  const said = textOf(raw);
  const picture = answer ? pictureOf(raw) : null;
  const ok = answer !== null && answer.status < 300;
  return (
    <section aria-label={t("result")} className="rounded-md border">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2 text-sm">
        {answer ? (
          <Status tone={ok ? "success" : "danger"}>{answer.status}</Status>
        ) : (
          <span role="status" className="flex items-center gap-2 text-fg-2">
            <Spinner /> {t("running")}
          </span>
        )}
        {answer && (
          <>
            <span className="tnum text-fg-3 text-xs">{t("times", { first: answer.firstByteMs, all: answer.ms })}</span>
            <span className="ml-auto flex items-center gap-1 font-mono text-fg-3 text-xs">
              {answer.requestId}
              <CopyButton text={answer.requestId} size={24} label={t("copyId")} />
            </span>
          </>
        )}
      </header>
      {answer?.sound && <Sound sound={answer.sound} />}
      {picture && (
        // biome-ignore lint/performance/noImgElement: a picture made a moment ago, not a file of the site
        <img src={picture} alt={t("picture")} className="mx-4 mt-4 max-h-96 rounded-sm border" />
      )}
      {ok && said && <p className="whitespace-pre-wrap break-words px-4 pt-3 text-base">{said}</p>}
      {raw && (
        <details open={!ok || !said} className="p-4">
          <summary className="cursor-pointer text-fg-3 text-xs">{t("raw")}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <pre tabIndex={0} className="mt-2 max-h-96 overflow-auto whitespace-pre-wrap break-all font-mono text-xs">
            {raw.slice(0, 20_000)}
          </pre>
        </details>
      )}
    </section>
  );
}

function Sound({ sound }: { sound: Blob }) {
  const t = useTranslations("open-api.play");
  const url = useMemo(() => URL.createObjectURL(sound), [sound]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  // biome-ignore lint/a11y/useMediaCaption: speech of the text the person has just typed
  return <audio controls src={url} aria-label={t("sound")} className="m-4" />;
}
