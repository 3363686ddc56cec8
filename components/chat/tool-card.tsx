"use client";

import { Check, ChevronDown, CircleSlash, Hand, TriangleAlert, Wrench } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { LazyMessages } from "@/components/common/lazy-messages";
import { useErrorText } from "@/components/common/use-error-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { reportFailure } from "@/lib/client/report-failure";
import type { ToolPart } from "@/lib/stream/parts";
import { useToolName } from "./use-tool-name";

interface ToolCardProps {
  tool: ToolPart;
  /** Unset where nobody is asked, e.g. in a chat of somebody else. */
  onConsent?: (callId: string, allowed: boolean) => Promise<void>;
}

const ICON = { waiting: Hand, running: Wrench, done: Check, failed: TriangleAlert, refused: CircleSlash } as const;

/** One call of a tool in an answer: what for, how it went, input and result on demand (spec B9). */
export function ToolCard(props: ToolCardProps) {
  return (
    <LazyMessages areas={["chat-more"]}>
      <Card {...props} />
    </LazyMessages>
  );
}

function Card({ tool, onConsent }: ToolCardProps) {
  const t = useTranslations("chat-more.call");
  const errorText = useErrorText();
  const format = useFormatter();
  const nameOf = useToolName();
  const [isOpen, setIsOpen] = useState(false);
  const { state, error, ms } = tool;
  const Icon = ICON[state];
  const name = nameOf(tool);
  const reason = error && errorText(error);
  return (
    <section aria-label={t("label", { name })} className="mb-3 rounded-md border">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-9 w-full items-center gap-2 rounded-md px-3 py-1.5 text-left text-sm text-fg-2 hover:text-fg pointer-coarse:min-h-11"
      >
        {state === "running" ? (
          <Spinner size={15} />
        ) : (
          <Icon
            aria-hidden
            size={15}
            strokeWidth={1.75}
            className={cn(
              "shrink-0",
              state === "done" && "text-success-ink",
              state === "failed" && "text-danger-ink",
              state === "waiting" && "text-warning-ink",
              state === "refused" && "text-fg-3",
            )}
          />
        )}
        <span className="min-w-0 truncate font-semibold">{name}</span>
        <span className="min-w-0 truncate text-xs text-fg-3">{reason ?? summaryOf(tool.input)}</span>
        <span className="tnum ml-auto shrink-0 text-xs text-fg-3">
          {ms === undefined
            ? t(`state.${state}`)
            : t("seconds", { seconds: format.number(ms / 1000, { maximumFractionDigits: 1 }) })}
        </span>
        <ChevronDown aria-hidden size={14} className={cn("shrink-0 text-fg-3", isOpen && "rotate-180")} />
      </button>
      {state === "waiting" && onConsent && (
        <Consent name={name} input={tool.input} onAnswer={(allowed) => onConsent(tool.callId, allowed)} />
      )}
      {isOpen && (
        <div className="space-y-2 border-t px-3 py-2.5">
          <Block label={t("input")} text={pretty(tool.input)} />
          {tool.output !== undefined && <Block label={t("output")} text={tool.output || t("noOutput")} />}
        </div>
      )}
    </section>
  );
}

interface ConsentProps {
  name: string;
  input: unknown;
  onAnswer: (allowed: boolean) => Promise<void>;
}

/** Nothing happens before the person has seen what is to be done and agreed (SECURITY LM-02). */
function Consent({ name, input, onAnswer }: ConsentProps) {
  const t = useTranslations("chat-more.call");
  const [sent, setSent] = useState<boolean | null>(null);
  const answer = async (allowed: boolean) => {
    setSent(allowed);
    try {
      await onAnswer(allowed);
    } catch (error) {
      setSent(null);
      reportFailure(error);
    }
  };
  return (
    <div role="alert" className="border-t bg-warning-soft px-3 py-2.5">
      <p className="text-sm">{t("ask", { name })}</p>
      <pre className="my-2 max-h-48 overflow-auto whitespace-pre-wrap rounded-sm border bg-background px-2.5 py-2 font-mono text-xs wrap-anywhere">
        {pretty(input)}
      </pre>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="primary"
          loading={sent === true}
          disabled={sent === false}
          onClick={() => answer(true)}
        >
          {t("allow")}
        </Button>
        <Button size="sm" loading={sent === false} disabled={sent === true} onClick={() => answer(false)}>
          {t("refuse")}
        </Button>
      </div>
    </div>
  );
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="mb-1 text-xs text-fg-3">{label}</p>
      <pre className="max-h-64 overflow-auto whitespace-pre-wrap rounded-sm bg-subtle px-2.5 py-2 font-mono text-xs wrap-anywhere">
        {text}
      </pre>
    </div>
  );
}

function pretty(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input, null, 2);
}

/** The first argument says mostly enough: what is searched for, which page is read. */
function summaryOf(input: unknown): string {
  if (typeof input !== "object" || input === null) return "";
  const [first] = Object.values(input);
  return typeof first === "string" || typeof first === "number" ? String(first) : "";
}
