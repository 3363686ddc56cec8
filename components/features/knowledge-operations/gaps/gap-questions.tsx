"use client";

import { Check, CircleDashed, Lock, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { withoutMarks } from "@/components/chat/sources/mark-text";
import { MoreMenu } from "@/components/common/lazy-menu";
import { useWhen } from "@/components/common/use-moments";
import { useScreens } from "@/components/features/knowledge/screens";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import { qaHref, recallTestHref } from "@/lib/features/knowledge/paths";
import type { GapCardDto, GapDetailDto, GapQuestionDto } from "@/lib/features/knowledge-operations/gap-dto";
import type { GapCommands } from "./use-gap-commands";

interface GapQuestionsProps {
  gap: GapDetailDto;
  commands: GapCommands;
  others: readonly GapCardDto[];
}

/** The questions of a gap, each with how it was answered when it was asked again; the first that does not pass is open. */
export function GapQuestions({ gap, commands, others }: GapQuestionsProps) {
  const t = useTranslations("knowledge-operations-gaps.panel");
  const when = useWhen();
  const { items, checks, checkedAt, running } = gap;
  const first = items.find(({ check }) => check?.miss)?.id ?? null;
  const [chosen, setChosen] = useState<string | null | undefined>(undefined);
  const openId = chosen === undefined ? first : chosen;
  const isAsked = checkedAt !== null;
  return (
    <section aria-label={t(isAsked ? "results" : "questions")} className="border-b py-3">
      <header className="px-5">
        <h3 className="flex items-baseline gap-2 text-sm">
          <span className="font-semibold">{t(isAsked ? "results" : "questions")}</span>
          {checkedAt && (
            <span className="min-w-0 truncate text-fg-3 text-xs">{t("rights", { at: when(checkedAt) })}</span>
          )}
          {isAsked && (
            <span className="tnum ml-auto shrink-0 text-fg-2 text-xs">
              {t("passed", { passed: checks.passed, total: checks.total })}
            </span>
          )}
        </h3>
        {isAsked && <Bars items={items} />}
      </header>
      <ul>
        {items.map((item) => (
          <Question
            key={item.id}
            item={item}
            gap={gap}
            isOpen={item.id === openId}
            isRunning={running !== null && !item.check && !item.isGone}
            onToggle={() => setChosen(item.id === openId ? null : item.id)}
            commands={commands}
            others={others}
          />
        ))}
      </ul>
    </section>
  );
}

/** A stroke a question, in their order; what it says stands in the rows. */
function Bars({ items }: { items: readonly GapQuestionDto[] }) {
  return (
    <div aria-hidden className="mt-2 flex gap-1">
      {items.map(({ id, check }) => (
        <span
          key={id}
          className={cn(
            "h-1 min-w-1 flex-1 rounded-full",
            check ? (check.miss ? "bg-danger" : "bg-success") : "bg-muted",
          )}
        />
      ))}
    </div>
  );
}

interface QuestionProps extends GapQuestionsProps {
  item: GapQuestionDto;
  isOpen: boolean;
  isRunning: boolean;
  onToggle: () => void;
}

function Question({ item, gap, isOpen, isRunning, onToggle, commands, others }: QuestionProps) {
  const t = useTranslations("knowledge-operations-gaps");
  const { question, isGone, department, check } = item;
  const isReadable = question !== null;
  const said = isGone ? t("panel.gone") : isReadable ? question : t("panel.hidden");
  return (
    <li className={cn("group/question", isOpen && isReadable && "border-y bg-subtle")}>
      <div className="flex items-center gap-2 px-5">
        <button
          type="button"
          aria-expanded={isReadable ? isOpen : undefined}
          disabled={!isReadable}
          onClick={onToggle}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 py-1 text-left text-sm pointer-coarse:min-h-11"
        >
          <Mark item={item} isRunning={isRunning} />
          {!isReadable && <Lock aria-hidden size={13} className="shrink-0 text-fg-3" />}
          <span
            className={cn(
              "min-w-0 flex-1",
              isOpen ? "wrap-anywhere" : "truncate",
              isReadable ? (isOpen ? "font-semibold" : "text-fg-2") : "text-fg-3",
            )}
          >
            {said}
          </span>
          <span className="max-w-24 shrink-0 truncate text-fg-3 text-xs">{department}</span>
          {check && <Outcome check={check} />}
          {!check && !isGone && gap.checkedAt && <span className="shrink-0 text-fg-3 text-xs">{t("panel.waits")}</span>}
        </button>
        {gap.mayChange && gap.state !== "verified" && gap.items.length > 1 && (
          <span className="opacity-0 focus-within:opacity-100 group-hover/question:opacity-100 has-data-[state=open]:opacity-100 pointer-coarse:opacity-100">
            <MoreMenu label={t("action.menu")} commands={commands.moves(gap, item, others)} />
          </span>
        )}
      </div>
      {isOpen && isReadable && <Answers item={item} baseId={gap.base.id} mayChange={gap.mayChange} />}
    </li>
  );
}

function Mark({ item: { check }, isRunning }: Pick<QuestionProps, "item" | "isRunning">) {
  if (isRunning) return <Spinner size={14} />;
  if (!check) return <CircleDashed aria-hidden size={14} className="shrink-0 text-fg-4" />;
  return check.miss ? (
    <X aria-hidden size={14} className="shrink-0 text-danger-ink" />
  ) : (
    <Check aria-hidden size={14} className="shrink-0 text-success-ink" />
  );
}

function Outcome({ check: { miss, cited, supported } }: { check: NonNullable<GapQuestionDto["check"]> }) {
  const t = useTranslations("knowledge-operations-gaps");
  const share = cited > 0 ? (supported / cited).toFixed(2) : "";
  return (
    <span className={cn("tnum shrink-0 text-xs", miss ? "text-danger-ink" : "text-fg-3")}>
      {miss ? t(`miss.${miss}`, { share }) : cited > 0 ? t("panel.supported", { share }) : t("panel.curated")}
    </span>
  );
}

interface AnswersProps {
  item: GapQuestionDto;
  baseId: string;
  mayChange: boolean;
}

/** What was answered then and now, and where to look next. */
function Answers({ item: { question, before, check }, baseId, mayChange }: AnswersProps) {
  const t = useTranslations("knowledge-operations-gaps.panel");
  const [isWhole, setIsWhole] = useState(false);
  const links = [
    { path: "/knowledge-center/recall-test", href: recallTestHref(baseId), label: t("why") },
    { path: "/knowledge-center/kb-config-information/kb-update/qa", href: qaHref(baseId), label: t("addQa") },
  ] as const;
  const screens = new Set(useScreens(links.map(({ path }) => path)).map(({ path }) => path));
  return (
    <div className="space-y-1 px-5 pb-3 pl-11 text-sm">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
        <Said name={t("before")} parts={before} isWhole={isWhole} />
        {check && <Said name={t("now")} parts={check.parts} isWhole={isWhole} />}
      </dl>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-primary-ink">
        {mayChange &&
          links
            .filter(({ path }) => screens.has(path))
            .map(({ path, href, label }) => (
              <Link key={path} href={`${href}&q=${encodeURIComponent(question ?? "")}`} className="hover:underline">
                {label}
              </Link>
            ))}
        <button type="button" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)} className="hover:underline">
          {t("both")}
        </button>
      </p>
    </div>
  );
}

function Said({ name, parts, isWhole }: { name: string; parts: GapQuestionDto["before"]; isWhole: boolean }) {
  const t = useTranslations("knowledge-operations-gaps.panel");
  const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const quotes = parts.flatMap((part) => (part.type === "citation" && part.citation.quote ? [part.citation] : []));
  return (
    <>
      <dt className="text-fg-3">{name}</dt>
      <dd className="min-w-0 space-y-1">
        <p className={cn("wrap-anywhere whitespace-pre-line", !isWhole && "line-clamp-3")}>
          {withoutMarks(text).trim() || t("nothing")}
        </p>
        {(isWhole ? quotes : quotes.slice(0, 1)).map(({ id, quote, fileName }) => (
          <p key={id} className={cn("wrap-anywhere text-xs", !isWhole && "line-clamp-2")}>
            <mark className="bg-warning-soft text-fg">{quote}</mark> <span className="text-fg-3">{fileName}</span>
          </p>
        ))}
      </dd>
    </>
  );
}
