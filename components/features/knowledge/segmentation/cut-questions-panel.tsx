"use client";

import { ChevronDown, ChevronRight, Plus, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useMoney } from "@/components/common/use-money";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { CUT_QUESTIONS_MAX } from "@/lib/features/knowledge/limits";
import type { CutHitDto, CutQuestionsDto } from "@/lib/features/knowledge/segmentation-dto";
import { decimalsOfSums } from "@/lib/i18n/amounts";
import { SideBadge } from "./side-badge";
import { type CutQuestions, type Range, type Verdict, verdictOf } from "./use-cut-questions";

/** Slices of each setting that are shown below a question. */
const SHOWN = 5;

interface CutQuestionsPanelProps {
  questions: CutQuestions;
  /** Leads to a place on the page. */
  onPlace: (from: number) => void;
  className?: string;
}

/** Questions put to both cuts of a file: which slices each finds, and where words are marked, which hands them over whole (spec F2). */
export function CutQuestionsPanel({ questions: asked, onPlace, className }: CutQuestionsPanelProps) {
  const t = useTranslations("knowledge-slices.questions");
  const [typed, setTyped] = useState("");
  const { questions, data, error, isFetching, isOld } = asked;
  const isFull = questions.length >= CUT_QUESTIONS_MAX;
  return (
    <section aria-label={t("title")} className={cn("flex min-h-0 flex-col", className)}>
      <header className="shrink-0 border-b px-4 py-2.5">
        <h2 className="flex items-center gap-2 font-semibold text-sm">
          {t("title")}
          {isFetching && questions.length > 0 && <Spinner size={12} />}
        </h2>
        <p className="text-fg-3 text-xs">{t("about")}</p>
      </header>
      <form
        className="flex shrink-0 gap-2 border-b p-3"
        onSubmit={(event) => {
          event.preventDefault();
          const question = typed.trim();
          if (question === "" || isFull) return;
          asked.add(question);
          setTyped("");
        }}
      >
        <Input
          aria-label={t("question")}
          placeholder={isFull ? t("full", { max: CUT_QUESTIONS_MAX }) : t("question")}
          value={typed}
          maxLength={CHAT_INPUT_MAX.other}
          disabled={isFull}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" icon={Plus} disabled={isFull || typed.trim() === ""}>
          {t("add")}
        </Button>
      </form>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {data?.missing && !isOld && <Missing missing={data.missing} onBuy={() => asked.compare(true)} />}
        {asked.needsCompare && (
          <div className="flex items-center gap-2 border-b bg-subtle px-4 py-2 text-fg-2 text-xs">
            <p className="min-w-0 flex-1">{t("changed")}</p>
            <Button size="sm" onClick={() => asked.compare(false)}>
              {t("again")}
            </Button>
          </div>
        )}
        <div className="empty:hidden [&>p]:rounded-none">
          <FormFailure error={error} />
        </div>
        {data?.isPartial && <p className="border-b px-4 py-2 text-fg-3 text-xs">{t("partial")}</p>}
        {questions.length === 0 ? (
          <p className="px-4 py-6 text-fg-3 text-sm">{t("empty")}</p>
        ) : (
          <ol aria-live="polite" aria-busy={isOld} className={cn("divide-y", isOld && "opacity-60")}>
            {questions.map((question) => (
              <Question key={question} question={question} asked={asked} onPlace={onPlace} />
            ))}
          </ol>
        )}
      </div>
    </section>
  );
}

interface MissingProps {
  missing: NonNullable<CutQuestionsDto["missing"]>;
  onBuy: () => void;
}

/** Nothing is bought that nobody asked for: what it comes to is told first. */
function Missing({ missing: { texts, tokens, cost }, onBuy }: MissingProps) {
  const t = useTranslations("knowledge-slices.questions");
  const money = useMoney();
  return (
    <div className="border-b bg-subtle px-4 py-2.5 text-xs">
      <p className="text-fg-2">{t("missing", { texts })}</p>
      <p className="tnum mt-0.5 text-fg-3">
        {cost
          ? t("price", { tokens, cost: money(cost.micros, cost.currency, decimalsOfSums([cost.micros])) })
          : t("priceUnknown", { tokens })}
      </p>
      <Button size="sm" className="mt-2" onClick={onBuy}>
        {t("buy")}
      </Button>
    </div>
  );
}

interface QuestionProps {
  question: string;
  asked: CutQuestions;
  onPlace: (from: number) => void;
}

function Question({ question, asked, onPlace }: QuestionProps) {
  const t = useTranslations("knowledge-slices.questions");
  const isOpen = asked.active === question;
  const found = asked.found(question);
  const answer = asked.answers.get(question);
  const Arrow = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className={cn(isOpen && "bg-primary-soft/40")}>
      <div className="flex items-start gap-1 py-1.5 pr-2 pl-3">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => asked.setActive(isOpen ? null : question)}
          className="min-w-0 flex-1 rounded-xs py-1 text-left pointer-coarse:min-h-11"
        >
          <span className={cn("flex items-start gap-1.5 text-sm", isOpen && "font-medium")}>
            <Arrow aria-hidden size={14} className="mt-1 shrink-0 text-fg-3" />
            <span className="wrap-anywhere min-w-0 flex-1">{question}</span>
          </span>
          {found && (
            <span className="mt-1 flex flex-wrap gap-x-4 gap-y-1 pl-5 text-xs">
              {(["a", "b"] as const).map((side) => (
                <span key={side} className="flex items-center gap-1.5">
                  <SideBadge side={side} isSmall />
                  <Outcome hits={found[side].hits} answer={answer} />
                </span>
              ))}
            </span>
          )}
        </button>
        <IconButton
          icon={X}
          size={24}
          iconSize={14}
          label={t("remove", { question })}
          onClick={() => asked.remove(question)}
        />
      </div>
      {isOpen && found && (
        <div className="space-y-2 px-3 pb-3">
          <p className="flex items-center gap-2 text-fg-3 text-xs">
            {t(answer ? "marked" : "markHint")}
            {answer && (
              <button
                type="button"
                className="rounded-xs text-primary-ink hover:underline"
                onClick={() => asked.mark(question, null)}
              >
                {t("unmark")}
              </button>
            )}
          </p>
          {(["a", "b"] as const).map((side) => (
            <Side key={side} side={side} found={found[side]} answer={answer} onPlace={onPlace} />
          ))}
        </div>
      )}
    </li>
  );
}

/** In one line: at which rank the marked words stand, else the slice that was found first. */
function Outcome({ hits, answer }: { hits: readonly CutHitDto[]; answer: Range | undefined }) {
  const t = useTranslations("knowledge-slices.questions");
  const [first] = hits;
  if (answer) {
    const verdict = verdictOf(hits, answer);
    return <span className={TONES[verdict.kind]}>{verdictWords(t, verdict)}</span>;
  }
  if (!first) return <span className="text-fg-3">{t("nothing")}</span>;
  return <span className="tnum text-fg-2">{t("first", { number: first.number, score: first.score.toFixed(2) })}</span>;
}

const TONES = { whole: "text-success-ink", cut: "text-danger-ink", none: "text-danger-ink" } as const;

type Words = ReturnType<typeof useTranslations<"knowledge-slices.questions">>;

const verdictWords = (t: Words, verdict: Verdict) =>
  verdict.kind === "none" ? t("verdict.none") : t(`verdict.${verdict.kind}`, { rank: verdict.rank });

interface SideProps {
  side: "a" | "b";
  found: CutQuestionsDto["sides"][number]["answers"][number];
  answer: Range | undefined;
  onPlace: (from: number) => void;
}

function Side({ side, found: { hits, failed }, answer, onPlace }: SideProps) {
  const t = useTranslations("knowledge-slices.questions");
  const verdict = answer ? verdictOf(hits, answer) : null;
  const answering = verdict && verdict.kind !== "none" ? verdict : null;
  const shown = hits
    .map((hit, at) => ({ hit, rank: at + 1 }))
    .filter(({ rank }) => rank <= SHOWN || rank === answering?.rank);
  return (
    <section aria-label={t(`side.${side}`)} className="rounded-sm border bg-background">
      <p className="flex items-center gap-2 border-b px-2.5 py-1.5 text-fg-3 text-xs">
        <SideBadge side={side} isSmall />
        <span className="tnum">{t("count", { count: hits.length })}</span>
      </p>
      {failed.map((helper) => (
        <p key={helper} className="px-2.5 py-1 text-warning-ink text-xs">
          {t(`failed.${helper}`)}
        </p>
      ))}
      <ol className="divide-y">
        {shown.map(({ hit, rank }) => (
          <li key={hit.number}>
            <button
              type="button"
              onClick={() => onPlace(hit.from)}
              className="block w-full px-2.5 py-1.5 text-left hover:bg-muted"
            >
              <span className="tnum flex flex-wrap items-center gap-x-2 text-fg-3 text-xs">
                <span className="font-semibold text-fg-2">{t("rank", { rank })}</span>
                {t("slice", { number: hit.number, score: hit.score.toFixed(2) })}
                {hit.parent !== null && <span>{t("parent", { parent: hit.parent })}</span>}
                {rank === answering?.rank && (
                  <span className={TONES[answering.kind]}>{t(`handed.${answering.kind}`)}</span>
                )}
              </span>
              <span className="wrap-anywhere mt-0.5 line-clamp-2 text-sm">{hit.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
