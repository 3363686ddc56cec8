"use client";

import { Mic, Square, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Spinner } from "@/components/ui/spinner";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { Recording } from "./recorder";

type State = "idle" | "starting" | "recording" | "writing";

/** Dictates a question: records, stops, and puts what was said into the composer. */
export function VoiceButton({ onText }: { onText: (text: string) => void }) {
  const t = useTranslations("chat.voice");
  const [state, setState] = useState<State>("idle");
  const [seconds, setSeconds] = useState(0);
  const recording = useRef<Recording | null>(null);
  const finish = useRef<() => void>(() => undefined);
  useEffect(() => () => recording.current?.cancel(), []);

  useEffect(() => {
    if (state !== "recording") return;
    setSeconds(0);
    const timer = setInterval(() => setSeconds((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [state]);

  const handleStart = async () => {
    setState("starting");
    const { MicrophoneError, startRecording } = await import("./recorder");
    try {
      recording.current = await startRecording(() => {
        toast.info(t("limit"));
        finish.current();
      });
      setState("recording");
    } catch (error) {
      setState("idle");
      if (error instanceof MicrophoneError) toast.error(t(error.problem));
      else reportFailure(error);
    }
  };
  const handleFinish = async () => {
    const current = recording.current;
    if (!current) return;
    recording.current = null;
    setState("writing");
    try {
      const { sound, seconds: length } = await current.finish();
      const form = new FormData();
      form.append("seconds", length.toFixed(1));
      form.append("file", sound, "recording");
      const { text } = await api.post("/chat/transcription", form);
      if (text) onText(text);
      else toast.info(t("nothing"));
    } catch (error) {
      reportFailure(error);
    } finally {
      setState("idle");
    }
  };
  finish.current = () => void handleFinish();
  const handleCancel = () => {
    recording.current?.cancel();
    recording.current = null;
    setState("idle");
  };

  if (state === "writing") {
    return (
      <span role="status" className="inline-flex items-center gap-1.5 px-2 text-xs text-fg-3">
        <Spinner size={12} />
        {t("writing")}
      </span>
    );
  }
  if (state === "recording") {
    return (
      <span className="inline-flex items-center gap-1">
        <span role="status" className="sr-only">
          {t("recording")}
        </span>
        <span aria-hidden className="size-2 rounded-full bg-danger motion-safe:animate-pulse" />
        <span className="tnum px-1 text-xs text-fg-2" aria-hidden>
          {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
        </span>
        <IconButton icon={Square} iconSize={13} label={t("stop")} onClick={() => void handleFinish()} />
        <IconButton icon={X} iconSize={14} label={t("cancel")} onClick={handleCancel} />
      </span>
    );
  }
  return (
    <button
      type="button"
      aria-label={t("start")}
      data-tooltip={t("start")}
      disabled={state === "starting"}
      onClick={() => void handleStart()}
      className="inline-flex h-7 shrink-0 items-center justify-center gap-1 rounded-sm px-1.5 text-fg-3 text-sm hover:bg-muted disabled:pointer-events-none disabled:text-fg-4 pointer-coarse:h-11 pointer-coarse:min-w-11"
    >
      <Mic aria-hidden size={15} strokeWidth={1.75} />
      <span aria-hidden className="hidden whitespace-nowrap @xl/composer:inline">
        {t("word")}
      </span>
    </button>
  );
}
