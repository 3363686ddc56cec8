"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Play, Square, Upload, UserRoundPlus, X } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ErrorState } from "@/components/common/error-state";
import { MoreMenu } from "@/components/common/lazy-menu";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Status } from "@/components/ui/status";
import { uploadHref } from "@/lib/features/knowledge/paths";
import type { GapCardDto, GapDetailDto } from "@/lib/features/knowledge-operations/gap-dto";
import { gapQuery } from "@/lib/features/knowledge-operations/gap-hooks";
import { GapFiles } from "./gap-files";
import { GapHistory } from "./gap-history";
import { GapQuestions } from "./gap-questions";
import type { GapCommands } from "./use-gap-commands";
import { STATE_TONES, useGapWords } from "./use-gap-words";

interface GapPanelProps {
  id: string;
  commands: GapCommands;
  /** Others it can be merged with, or a question be moved to. */
  others: readonly GapCardDto[];
  onStep?: (step: -1 | 1) => void;
  onClose: () => void;
}

/** One gap: its questions as they are answered now, what came nearest, what became of it, and what is next to be done. */
export function GapPanel({ id, commands, others, onStep, onClose }: GapPanelProps) {
  const t = useTranslations("knowledge-operations-gaps.panel");
  const query = useQuery(gapQuery(id));
  const { data: gap } = query;
  return (
    <aside
      aria-label={t("label")}
      className="flex min-h-0 flex-col bg-background max-xl:absolute max-xl:inset-y-0 max-xl:right-0 max-xl:z-(--z-sticky) max-xl:w-[min(468px,100%)] max-xl:border-l max-xl:shadow-lg xl:w-[468px] xl:shrink-0 xl:border-l"
    >
      {gap ? (
        <>
          <Head gap={gap} commands={commands} onStep={onStep} onClose={onClose} />
          <div className="min-h-0 flex-1 overflow-y-auto">
            <GapQuestions gap={gap} commands={commands} others={others} />
            <GapFiles gap={gap} />
            <GapHistory gap={gap} />
          </div>
          <Foot gap={gap} commands={commands} />
        </>
      ) : query.isError ? (
        <>
          <div className="flex justify-end p-3">
            <IconButton icon={X} label={t("close")} onClick={onClose} />
          </div>
          <ErrorState onRetry={() => void query.refetch()} />
        </>
      ) : (
        <PanelSkeleton />
      )}
    </aside>
  );
}

interface HeadProps extends Pick<GapPanelProps, "commands" | "onStep" | "onClose"> {
  gap: GapDetailDto;
}

function Head({ gap, commands, onStep, onClose }: HeadProps) {
  const t = useTranslations("knowledge-operations-gaps");
  const words = useGapWords();
  const { owner, state, askers, questions, departments, firstAt, dueAt } = gap;
  const asked = [
    t("panel.askedBy", { questions, askers }),
    departments.map(({ name, count }) => `${name} ${count}`).join(" · "),
  ];
  const menu = commands.of(gap);
  return (
    <header className="shrink-0 border-b px-5 py-3">
      <div className="flex items-center gap-1">
        <Status tone={STATE_TONES[state]} className="mr-auto">
          {t(`stateLong.${state}`)}
        </Status>
        {onStep && (
          <>
            <IconButton icon={ChevronUp} label={t("panel.previous")} onClick={() => onStep(-1)} />
            <IconButton icon={ChevronDown} label={t("panel.next")} onClick={() => onStep(1)} />
          </>
        )}
        {menu.length > 0 && <MoreMenu label={t("panel.more")} commands={menu} />}
        <IconButton icon={X} label={t("panel.close")} onClick={onClose} />
      </div>
      <h2 className={cn("wrap-anywhere font-semibold text-lg", gap.title === null && "font-normal text-fg-3")}>
        {words.title(gap)}
      </h2>
      <dl className="mt-1 grid grid-cols-[auto_1fr_auto_auto] gap-x-3 gap-y-0.5 text-sm">
        <dt className="text-fg-3">{t("panel.owner")}</dt>
        <dd className="flex min-w-0 items-center gap-1.5">
          {owner && !owner.isGone ? (
            <>
              <Avatar id={owner.id} name={owner.name} size={18} />
              <span className="truncate">{owner.name}</span>
            </>
          ) : (
            <span className={owner ? "text-danger-ink" : "text-fg-3"}>{t("card.noOwner")}</span>
          )}
        </dd>
        <dt className="text-fg-3">{dueAt ? t("panel.due") : t("panel.first")}</dt>
        <dd>{words.day(dueAt ?? firstAt)}</dd>
        <dt className="text-fg-3">{t("panel.asked")}</dt>
        <dd className="col-span-3 min-w-0">{asked.filter(Boolean).join(" · ")}</dd>
        <dt className="text-fg-3">{t("panel.base")}</dt>
        <dd className="col-span-3 min-w-0 truncate">{gap.base.name}</dd>
      </dl>
    </header>
  );
}

/** What is next to be done, by the state; nothing for whoever only reads. */
function Foot({ gap, commands }: { gap: GapDetailDto; commands: GapCommands }) {
  const t = useTranslations("knowledge-operations-gaps");
  if (!gap.mayChange || gap.state === "verified") return null;
  const { passed, total, isRunning } = gap.checks;
  const left = total - passed;
  return (
    <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t px-5 py-3 max-md:pb-[calc(12px+env(safe-area-inset-bottom))]">
      <span className="mr-auto text-fg-3 text-xs">{gap.state === "fixed" && t("panel.autoVerify")}</span>
      <Link href={uploadHref(gap.base.id)} className={buttonClass("default")}>
        <Upload aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />
        {t("action.upload")}
      </Link>
      {isRunning ? (
        <Button icon={Square} onClick={() => commands.stop(gap)}>
          {t("action.stop")}
        </Button>
      ) : gap.state === "open" ? (
        <Button variant="primary" icon={UserRoundPlus} onClick={() => commands.assign(gap)}>
          {t("action.assign")}
        </Button>
      ) : gap.state === "assigned" ? (
        <Button variant="primary" icon={Play} disabled={total === 0} onClick={() => commands.fix(gap)}>
          {t("action.fix")}
        </Button>
      ) : (
        <Button variant="primary" icon={Play} disabled={left === 0} onClick={() => commands.recheck(gap)}>
          {t("action.recheck", { count: left })}
        </Button>
      )}
    </footer>
  );
}
