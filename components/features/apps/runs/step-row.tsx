"use client";

import { ChevronRight, X } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMoney } from "@/components/common/use-money";
import { cn } from "@/components/ui/cn";
import { Spinner } from "@/components/ui/spinner";
import type { StepStatus } from "@/lib/config/app-runs";
import type { StepDto } from "@/lib/features/apps/runs-dto";
import { type Bar, durationOf, type StepTree } from "@/lib/features/apps/workflow/run-view";
import { StepDetail } from "./step-detail";
import { StepNotes } from "./step-notes";
import { useDuration, useStepName } from "./use-run-words";

export interface ThreadContext {
  bars: ReadonlyMap<string, Bar>;
  now: number;
  selected: string | null;
  onSelect: (id: string | null) => void;
  actions?: (step: StepDto) => ReactNode;
  waiting: (step: StepDto) => ReactNode;
  isHidden: boolean;
  /** Ids of the graph's nodes; steps of apps within have others. */
  known: ReadonlySet<string>;
  /** Of the amounts of money. */
  decimals: number;
}

interface StepRowProps {
  tree: StepTree;
  context: ThreadContext;
  isLast: boolean;
  /** The run has not come to it. */
  isAhead?: boolean;
  /** It stands in an app within. */
  isForeign?: boolean;
}

/** So many steps inside a container are shown without being asked for, where one of them wants to be seen. */
const INNER_OPEN_MAX = 30;
/** Rows drawn of one container at first. */
const INNER_SHOWN = 60;

/** One step: its dot, name, figures and bar; opened, what it was given and gave. */
export function StepRow({ tree, context, isLast, isAhead = false, isForeign = false }: StepRowProps) {
  const { step, children } = tree;
  const t = useTranslations("apps-runs.step");
  const format = useFormatter();
  const money = useMoney();
  const duration = useDuration();
  const nameOf = useStepName();
  const isOpen = context.selected === step.id;
  const state = isAhead ? "ahead" : step.status;
  const isQuiet = state === "ahead" || state === "skipped";
  const took = durationOf(step, context.now);
  const name = nameOf(step, !isForeign && context.known.has(step.nodeId));
  const tokens = step.tokens ? step.tokens.input + step.tokens.output : null;
  const figure = "tnum hidden shrink-0 text-right text-fg-3 text-xs @[25rem]/thread:block";
  const row = useRef<HTMLLIElement>(null);
  // What was chosen in the graph is brought into view here.
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView?.({ block: "nearest" });
  }, [isOpen]);
  return (
    <li ref={row} className="relative pb-1 pl-6">
      {!isLast && (
        <span
          aria-hidden
          className={cn("absolute top-5 -bottom-2 left-1.5 w-px", isQuiet ? "bg-border" : "bg-border-strong")}
        />
      )}
      <Mark state={state} />
      <button
        type="button"
        aria-expanded={isAhead ? undefined : isOpen}
        disabled={isAhead}
        onClick={() => context.onSelect(isOpen ? null : step.id)}
        className={cn(
          "flex min-h-7 w-full items-center gap-3 rounded-sm text-left text-sm pointer-coarse:min-h-11",
          !isAhead && "hover:bg-subtle",
          isQuiet && "text-fg-3",
          isOpen && "font-semibold",
          (state === "running" || state === "waiting") && "font-semibold text-primary-ink",
        )}
      >
        <span className="min-w-0 flex-1 truncate">
          {tree.round !== null && (
            <span className="tnum mr-1.5 font-normal text-fg-3 text-xs">{t("round", { number: tree.round + 1 })}</span>
          )}
          {name}
          <span
            className={cn(
              "ml-2 font-normal text-xs",
              state === "failed" ? "text-danger-ink" : "text-fg-3",
              state === "done" || step.wait || isQuiet ? "sr-only" : "",
            )}
          >
            {t(state)}
          </span>
        </span>
        <span className={cn(figure, "w-14")}>{tokens === null ? "–" : format.number(tokens)}</span>
        <span className={cn(figure, "w-16")}>
          {step.cost ? money(step.cost.micros, step.cost.currency, context.decimals) : "–"}
        </span>
        <Waterfall bar={context.bars.get(step.id)} state={state} attempts={step.attempts} />
        <span className={cn("tnum w-16 shrink-0 text-right font-normal text-xs", isQuiet ? "text-fg-3" : "text-fg-2")}>
          {isQuiet ? <span aria-hidden>{t(state)}</span> : took === null ? "–" : duration(took)}
        </span>
      </button>
      {!isAhead && <StepNotes step={step} />}
      {state === "waiting" && context.waiting(step)}
      {isOpen && <StepDetail step={step} isHidden={context.isHidden} actions={context.actions?.(step)} />}
      {children.length > 0 && <Inner tree={tree} context={context} />}
    </li>
  );
}

const wantsToBeSeen = ({ step, children }: StepTree): boolean =>
  step.status === "waiting" || step.status === "failed" || children.some(wantsToBeSeen);

/** What is inside a container, folded unless something of it needs a person. */
function Inner({ tree, context }: { tree: StepTree; context: ThreadContext }) {
  const t = useTranslations("apps-runs.step");
  const { step, children } = tree;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [shown, setShown] = useState(INNER_SHOWN);
  const isOpen = chosen ?? (children.length <= INNER_OPEN_MAX && children.some(wantsToBeSeen));
  const rounds = new Set(children.map(({ round }) => round)).size;
  return (
    <div className="mt-0.5">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setChosen(!isOpen)}
        className="flex min-h-6 items-center gap-1 rounded-sm pr-2 text-fg-3 text-xs hover:text-fg pointer-coarse:min-h-11"
      >
        <ChevronRight aria-hidden size={13} className={cn("transition-transform", isOpen && "rotate-90")} />
        {step.type === "app" ? t("inner", { count: children.length }) : t("rounds", { count: rounds })}
      </button>
      {isOpen && (
        <ol className="mt-1">
          {children.slice(0, shown).map((child, index) => (
            <StepRow
              key={child.step.id}
              tree={child}
              context={context}
              isLast={index === Math.min(shown, children.length) - 1}
              isForeign={step.type === "app"}
            />
          ))}
        </ol>
      )}
      {isOpen && shown < children.length && (
        <button
          type="button"
          onClick={() => setShown(shown + INNER_SHOWN * 5)}
          className="min-h-7 rounded-sm text-primary-ink text-xs hover:underline pointer-coarse:min-h-11"
        >
          {t("more", { count: children.length - shown })}
        </button>
      )}
    </div>
  );
}

/** When it worked, on the time all steps took; what was tried more than once, or failed, is told apart. */
function Waterfall({ bar, state, attempts }: { bar: Bar | undefined; state: StepStatus | "ahead"; attempts: number }) {
  return (
    <span aria-hidden className="relative hidden h-1 w-20 shrink-0 rounded-full bg-muted @[25rem]/thread:block">
      {bar && (
        <span
          className={cn(
            "absolute inset-y-0 min-w-1 rounded-full",
            state === "failed" || attempts > 1 ? "bg-warning" : "bg-primary",
          )}
          style={{ left: `min(${bar.start * 100}%, calc(100% - 4px))`, width: `${bar.width * 100}%` }}
        />
      )}
    </span>
  );
}

function Mark({ state }: { state: StepStatus | "ahead" }) {
  const isQuiet = state === "ahead" || state === "skipped";
  return (
    <span
      aria-hidden
      className={cn(
        "absolute top-[7px] left-0 grid size-[14px] place-items-center rounded-full pointer-coarse:top-[15px]",
        state === "failed" ? "bg-danger text-danger-fg" : "text-primary",
      )}
    >
      {state === "done" && <span className="size-[7px] rounded-full bg-primary" />}
      {state === "running" && <Spinner size={14} />}
      {state === "waiting" && <span className="size-[9px] rounded-full border-2 border-primary" />}
      {state === "failed" && <X size={10} strokeWidth={3} />}
      {isQuiet && <span className="size-[7px] rounded-full border-[1.5px] border-input" />}
    </span>
  );
}
