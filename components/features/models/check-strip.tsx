"use client";

import { Square, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Meter } from "@/components/ui/meter";
import type { CheckProgress } from "./use-model-tests";

interface CheckStripProps {
  progress: CheckProgress;
  onStop: () => void;
  onClose: () => void;
}

/** How far the check of all models is, and what it found. */
export function CheckStrip({ progress, onStop, onClose }: CheckStripProps) {
  const t = useTranslations("models.check");
  const { state, total, done, failed, current } = progress;
  const text =
    state === "running"
      ? t("running", { name: current, done, total })
      : state === "stopped"
        ? t("stopped", { done, total, failed })
        : t("finished", { ok: done - failed, failed });
  return (
    <div className="flex shrink-0 items-center gap-3 border-b bg-subtle px-4 py-2 md:px-5">
      <span className="min-w-0 flex-1 text-fg-2 text-sm">
        {/* Only the outcome is announced: a line for each model would talk over everything else. */}
        <span role="status">{state !== "running" && text}</span>
        {state === "running" && <span className="block truncate">{text}</span>}
      </span>
      {state === "running" ? (
        <>
          <span className="w-24 shrink-0 md:w-40">
            <Meter value={total === 0 ? 0 : (done / total) * 100} label={t("label")} />
          </span>
          <Button size="sm" icon={Square} onClick={onStop}>
            {t("stop")}
          </Button>
        </>
      ) : (
        <IconButton icon={X} label={t("close")} onClick={onClose} />
      )}
    </div>
  );
}
