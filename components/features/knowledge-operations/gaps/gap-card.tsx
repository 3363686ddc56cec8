"use client";

import { ArrowUp, Check, UserRoundPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { Meter } from "@/components/ui/meter";
import { Spinner } from "@/components/ui/spinner";
import type { GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";
import { useGapWords } from "./use-gap-words";

interface GapCardProps {
  gap: GapCardDto;
  isOpen: boolean;
  isDragged?: boolean;
  onOpen: () => void;
  onAssign: () => void;
  ref?: Ref<HTMLDivElement>;
  /** What the dragging of a card listens to. */
  listeners?: object;
}

/** A gap on the board: what is asked, how often and why, by whom, and whose it is. */
export function GapCard({ gap, isOpen, isDragged, onOpen, onAssign, ref, listeners }: GapCardProps) {
  const t = useTranslations("knowledge-operations-gaps");
  const words = useGapWords();
  const title = words.title(gap);
  const frame = cn(
    "relative rounded-md border bg-background text-left transition-shadow duration-(--dur-fast) hover:shadow-sm",
    isOpen && "border-primary ring-1 ring-primary",
    isDragged && "opacity-60 shadow-lg",
  );
  if (gap.state === "verified") {
    return (
      <div ref={ref} className={cn(frame, "flex gap-2 px-3 py-2.5")}>
        <Check aria-hidden size={15} className="mt-0.5 shrink-0 text-success-ink" />
        <div className="min-w-0 flex-1 space-y-0.5">
          <Title gap={gap} title={title} onOpen={onOpen} isPlain />
          <p className="flex items-center justify-between gap-2 text-fg-3 text-xs">
            <span className="truncate">{t("card.told", { questions: gap.questions })}</span>
            <span className="shrink-0">{words.day(gap.stateAt)}</span>
          </p>
        </div>
      </div>
    );
  }
  const why = words.why(gap);
  return (
    <div ref={ref} {...listeners} className={cn(frame, "p-3")}>
      <Title gap={gap} title={title} onOpen={onOpen} />
      <p className="mt-1 flex items-baseline gap-1.5 text-fg-3 text-xs">
        <span className="tnum font-semibold text-fg text-lg leading-none">{gap.questions}</span>
        <span>{t("card.questions", { count: gap.questions })}</span>
        <span className="min-w-0 flex-1 truncate" title={why}>
          {why}
        </span>
        {gap.recent > 0 && (
          <span className="inline-flex shrink-0 items-center text-warning-ink">
            <ArrowUp aria-hidden size={12} />
            {t("card.recent", { count: gap.recent })}
          </span>
        )}
      </p>
      <p className="mt-0.5 truncate text-fg-3 text-xs">{words.departments(gap) || gap.base.name}</p>
      <footer className="mt-2 flex min-h-6 items-center gap-2 border-t pt-2 text-xs">
        <Owner gap={gap} onAssign={onAssign} />
        <span className="ml-auto shrink-0 whitespace-nowrap">
          <Progress gap={gap} />
        </span>
      </footer>
    </div>
  );
}

interface TitleProps {
  gap: GapCardDto;
  title: string;
  onOpen: () => void;
  isPlain?: boolean;
}

/** The whole card opens the gap; its other button lies above. */
function Title({ gap, title, onOpen, isPlain }: TitleProps) {
  return (
    <button
      type="button"
      data-gap={gap.id}
      onClick={onOpen}
      className={cn(
        "wrap-anywhere line-clamp-2 w-full text-left text-sm after:absolute after:inset-0 after:rounded-md focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-ring",
        isPlain ? "text-fg-2" : "font-semibold",
        gap.title === null && "font-normal text-fg-3",
      )}
    >
      {title}
    </button>
  );
}

function Owner({ gap, onAssign }: Pick<GapCardProps, "gap" | "onAssign">) {
  const t = useTranslations("knowledge-operations-gaps");
  const { owner, mayChange } = gap;
  if (owner && !owner.isGone) {
    return (
      <span className="flex min-w-0 items-center gap-1.5 text-fg-2">
        <Avatar id={owner.id} name={owner.name} size={20} />
        <span className="truncate">{owner.name}</span>
      </span>
    );
  }
  if (owner) return <span className="text-danger-ink">{t("card.noOwner")}</span>;
  if (!mayChange) return <span className="text-fg-3">{t("card.noOwner")}</span>;
  return (
    <button
      type="button"
      onClick={onAssign}
      className="relative z-1 inline-flex min-h-6 items-center gap-1.5 rounded-xs text-primary-ink hover:underline pointer-coarse:min-h-11"
    >
      <UserRoundPlus aria-hidden size={14} />
      {t("card.assign")}
    </button>
  );
}

/** What is to be said of a gap in its state: its age, its day, or how its questions came out. */
function Progress({ gap: { state, checks, dueAt, stateAt, firstAt } }: { gap: GapCardDto }) {
  const t = useTranslations("knowledge-operations-gaps");
  const words = useGapWords();
  const { passed, missed, total, isRunning } = checks;
  if (isRunning) {
    return (
      <span className="inline-flex items-center gap-1.5 text-fg-2">
        <Spinner size={12} />
        {t("card.running", { done: passed + missed, total })}
      </span>
    );
  }
  if (state === "fixed") {
    if (passed + missed === 0) return <span className="text-fg-3">{t("card.waiting")}</span>;
    const said = t("card.passed", { passed, total });
    return (
      <span className="inline-flex items-center gap-2 text-fg-2">
        <Meter value={total > 0 ? (100 * passed) / total : 0} label={said} tone="success" className="w-8" />
        {said}
      </span>
    );
  }
  if (!dueAt) return <span className="text-fg-3">{words.age(state === "open" ? firstAt : stateAt)}</span>;
  const due = words.due(dueAt);
  return <span className={due.isLate ? "text-danger-ink" : "text-fg-3"}>{due.text}</span>;
}
