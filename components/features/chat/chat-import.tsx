"use client";

import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useBytes } from "@/components/common/use-bytes";
import { useErrorText } from "@/components/common/use-error-text";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Meter } from "@/components/ui/meter";
import { RequestCancelled } from "@/lib/client/api-error";
import { PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import type { ChatImportDto } from "@/lib/features/chat/import/dto";
import { chatImportQuery, useChatImport } from "@/lib/features/chat/import/hooks";

/** Chats exported from other products move in: the file, how far it is, and what became of it. */
export function ChatImport() {
  const t = useTranslations("chat-import");
  const bytes = useBytes();
  const { data } = useQuery(chatImportQuery);
  const { send, cancel } = useChatImport();
  const [sent, setSent] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const stop = useRef<AbortController>(null);
  // What is on its way ends with the page.
  useEffect(() => () => stop.current?.abort(), []);
  const handleFile = (file: File) => {
    stop.current = new AbortController();
    setSent(0);
    send.mutate({ file, signal: stop.current.signal, onProgress: (share) => setSent(100 * share) });
  };
  const isRunning = data?.status === "waiting" || data?.status === "running";
  return (
    <div className="mt-6 border-t pt-5">
      <h3 className="text-sm font-semibold">{t("title")}</h3>
      <p className="mt-1 mb-3 text-fg-2 text-sm">{t("text")}</p>
      {send.isPending && <Progress text={t("sending")} value={sent} onStop={() => stop.current?.abort()} />}
      {!send.isPending && isRunning && (
        <Progress
          text={t("running", { progress: data.progress })}
          value={data.progress}
          isStopping={cancel.isPending}
          onStop={() => data.taskId && cancel.mutate(data.taskId)}
        />
      )}
      {!send.isPending && !isRunning && (
        <>
          <input
            ref={input}
            type="file"
            accept=".zip,.json"
            hidden
            aria-hidden
            onChange={({ target }) => {
              const file = target.files?.[0];
              target.value = "";
              if (file) handleFile(file);
            }}
          />
          <Button icon={FileUp} onClick={() => input.current?.click()}>
            {t("choose", { size: bytes(PURPOSE_SIZE_MAX["chat-import"] ?? 0) })}
          </Button>
          {data && <Outcome data={data} />}
        </>
      )}
      <FormFailure error={send.error instanceof RequestCancelled ? null : send.error} />
    </div>
  );
}

interface ProgressProps {
  text: string;
  value: number;
  isStopping?: boolean;
  onStop: () => void;
}

function Progress({ text, value, isStopping, onStop }: ProgressProps) {
  const t = useTranslations("chat-import");
  return (
    <div className="max-w-120 space-y-2 rounded-md border p-3 text-sm">
      <div className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1">
          {text}
        </p>
        <Button size="sm" loading={isStopping} onClick={onStop}>
          {t("cancel")}
        </Button>
      </div>
      <Meter value={value} label={text} />
    </div>
  );
}

/** What became of the last one, and what of it was left out. */
function Outcome({ data: { status, made, known, skipped, leftOut, failure } }: { data: ChatImportDto }) {
  const t = useTranslations("chat-import");
  const errorText = useErrorText();
  if (status === null) return null;
  const isFailed = status === "failed";
  return (
    <div role="status" className="mt-3 space-y-1 text-sm">
      {isFailed && <p className="text-danger-ink">{errorText(failure ?? "unknown")}</p>}
      {status === "cancelled" && <p>{t("cancelled")}</p>}
      {(made > 0 || !isFailed) && <p>{t("made", { count: made })}</p>}
      {known > 0 && <p className="text-fg-2">{t("known", { count: known })}</p>}
      {skipped > 0 && <p className="text-fg-2">{t("skipped", { count: skipped })}</p>}
      {leftOut > 0 && <p className="text-fg-2">{t("leftOut", { count: leftOut })}</p>}
      {made > 0 && (
        <p>
          <Link
            href="/personal/chat"
            prefetch={false}
            className="inline-flex min-h-6 items-center rounded-xs text-primary-ink underline underline-offset-2"
          >
            {t("open")}
          </Link>
        </p>
      )}
    </div>
  );
}
