"use client";

import { CircleStop, LoaderCircle, Volume2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { ApiError } from "@/lib/client/api-error";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { Speaking } from "./speaker";

type State = "silent" | "loading" | "playing";

const ICONS = { silent: Volume2, loading: LoaderCircle, playing: CircleStop } as const;

/** Reads an answer aloud and stops again; the sound ends with its message leaving the screen. */
export function ReadAloud({ messageId }: { messageId: string }) {
  const t = useTranslations("chat.answer");
  const [state, setState] = useState<State>("silent");
  const speaking = useRef<Speaking | null>(null);
  useEffect(() => () => speaking.current?.stop(), []);

  const handleClick = async () => {
    if (state !== "silent") {
      speaking.current?.stop();
      setState("silent");
      return;
    }
    setState("loading");
    try {
      const { speakAnswer } = await import("./speaker");
      speaking.current = speakAnswer(messageId, {
        onState: (next) => setState(next === "playing" ? "playing" : "silent"),
        onFailure: (error) => (error instanceof ApiError ? reportFailure(error) : toast.error(t("soundFailed"))),
      });
    } catch (error) {
      setState("silent");
      reportFailure(error);
    }
  };
  return (
    <IconButton
      icon={ICONS[state]}
      iconSize={15}
      label={state === "silent" ? t("readAloud") : t("stopReading")}
      className={state === "loading" ? "[&>svg]:animate-spin" : undefined}
      onClick={() => void handleClick()}
    />
  );
}
