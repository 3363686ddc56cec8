"use client";

import { ChevronDown } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Thread, type ThreadStep } from "@/components/common/thread";
import { useErrorText } from "@/components/common/use-error-text";
import { useMoney } from "@/components/common/use-money";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { Money, StepData } from "@/lib/stream/parts";
import { StepFindings } from "./step-findings";

interface AnswerStepsProps {
  steps: readonly StepData[];
  isRunning: boolean;
}

/** How an answer was made: open while it runs, one line when it ended, unless the reader touched it (design 7.5). */
export function AnswerSteps({ steps, isRunning }: AnswerStepsProps) {
  const t = useTranslations("chat.steps");
  const format = useFormatter();
  const money = useMoney();
  const errorText = useErrorText();
  const [choice, setChoice] = useState<boolean | null>(null);
  const shown = steps.filter(({ state, reason }) => state !== "skipped" || reason);
  if (shown.length === 0) return null;
  const isOpen = choice ?? isRunning;
  const seconds = (milliseconds: number) =>
    t("seconds", {
      seconds: format.number(milliseconds / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 }),
    });
  const running = shown.find(({ state }) => state === "running");
  const whole = shown.reduce((sum, { ms }) => sum + (ms ?? 0), 0);
  const hasFailed = shown.some(({ state }) => state === "failed");
  const costOf = ({ micros, currency }: Money) => t("cost", { cost: money(micros, currency) });
  const entries = shown.map((step): ThreadStep => {
    const { name, state, error, reason, ms, cost } = step;
    const isSkipped = state === "skipped";
    const time = ms === undefined ? undefined : seconds(ms);
    const figures = [cost && cost.micros > 0 && costOf(cost), time].filter(Boolean).join(" · ");
    return {
      id: name,
      title: t(`name.${name}`),
      state: isSkipped ? "waiting" : state,
      stateLabel: t(`state.${state}`),
      meta: figures || (state === "running" || isSkipped ? t(`state.${state}`) : undefined),
      body:
        state === "failed" ? (
          error && errorText(error)
        ) : isSkipped ? (
          reason && t(`reason.${reason}`)
        ) : (
          <Evidence {...step} />
        ),
    };
  });
  return (
    <div className="mb-3 rounded-md border">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChoice(!isOpen)}
        className="flex h-9 w-full items-center gap-2 rounded-md px-3 text-left text-sm text-fg-2 hover:text-fg pointer-coarse:h-11"
      >
        {isRunning && running && <Spinner size={14} />}
        <span className="min-w-0 truncate">
          {isRunning ? (running ? t(`name.${running.name}`) : t("heading")) : t(hasFailed ? "stopped" : "finished")}
        </span>
        <span className="tnum shrink-0 text-xs text-fg-3">
          {t("count", { count: shown.length })}
          {whole > 0 && ` · ${seconds(whole)}`}
        </span>
        <ChevronDown aria-hidden size={14} className={cn("ml-auto shrink-0 text-fg-3", isOpen && "rotate-180")} />
      </button>
      {isOpen && (
        <div className="border-t px-3 py-3">
          <Thread steps={entries} />
        </div>
      )}
    </div>
  );
}

/** What a step says of itself, and what it found. */
function Evidence({ name, facts, found, by }: StepData) {
  const t = useTranslations("chat.steps");
  const { intent } = facts ?? {};
  return (
    <>
      {intent && <p>{t(`intent.${intent as "content" | "catalogue" | "talk"}`)}</p>}
      {facts && hasFacts(name) && <p>{t(`facts.${name}`, withDefaults(facts))}</p>}
      {by && <p>{t("by", { model: by.model, prompt: by.prompt ?? 0, tokens: by.inputTokens + by.outputTokens })}</p>}
      {found && name !== "curated" && <StepFindings found={found} />}
    </>
  );
}

const WITH_FACTS = [
  "curated",
  "select",
  "retrieve",
  "read",
  "search",
  "selection",
  "lookup",
  "pages",
  "passages",
  "check",
] as const;
const hasFacts = (name: StepData["name"]): name is (typeof WITH_FACTS)[number] =>
  (WITH_FACTS as readonly StepData["name"][]).includes(name);

const NOTHING = {
  documents: 0,
  all: 0,
  passages: 0,
  characters: 0,
  waiting: 0,
  cited: 0,
  supported: 0,
  uncited: 0,
  slices: 0,
  files: 0,
  withdrawn: 0,
  kept: 0,
  lowest: 0,
  reranked: "false",
  around: 0,
  failed: "none",
  match: "none",
  found: 0,
  own: 0,
  provider: "none",
  tried: 0,
  pages: 0,
  refused: 0,
  read: 0,
};

/** A fact a text asks for and nobody told counts as nothing. */
function withDefaults(facts: Record<string, string | number>): Record<string, string | number> {
  return { ...NOTHING, ...facts };
}
