"use client";

import { Merge, Play, Split, UserRoundMinus, UserRoundPlus } from "lucide-react";
import { useTranslations } from "next-intl";
import type { MenuCommand } from "@/components/common/command-menu";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { GapState } from "@/lib/config/knowledge-kinds";
import type { GapCardDto, GapQuestionDto } from "@/lib/features/knowledge-operations/gap-dto";
import { useGapActions } from "@/lib/features/knowledge-operations/gap-hooks";
import { useGapWords } from "./use-gap-words";

interface Asked {
  onAssign: (gap: GapCardDto) => void;
  onMerge: (gap: GapCardDto) => void;
}

/** Gaps a question can be moved to from its menu; others are reached by merging. */
const OFFERED = 5;

/** What can be done with a gap, the same from its card, its panel, keys and the mouse. */
export function useGapCommands({ onAssign, onMerge }: Asked) {
  const t = useTranslations("knowledge-operations-gaps");
  const words = useGapWords();
  const actions = useGapActions();
  const told = (work: Promise<unknown>, said: string) => void work.then(() => toast.success(said)).catch(reportFailure);
  const fix = (gap: GapCardDto) => told(actions.fix.mutateAsync(gap.id), t("done.fixed"));
  const unassign = (gap: GapCardDto) =>
    told(actions.assign.mutateAsync({ id: gap.id, ownerId: null }), t("done.unassigned"));
  const move = (gap: GapCardDto, item: GapQuestionDto, toId: string | null) =>
    told(actions.move.mutateAsync({ id: gap.id, findingId: item.id, toId }), t("done.moved"));
  const isStill = ({ mayChange, state, checks }: GapCardDto) => mayChange && state !== "verified" && !checks.isRunning;
  return {
    assign: onAssign,
    fix,
    recheck: (gap: GapCardDto) => told(actions.recheck.mutateAsync(gap.id), t("done.recheck")),
    stop: (gap: GapCardDto) => void actions.stop.mutateAsync(gap.id).catch(reportFailure),
    isStill,
    /** A card was put into another column. */
    drop: (gap: GapCardDto, state: GapState) => {
      if (!isStill(gap)) return;
      if (state === "fixed") fix(gap);
      else if (state === "open") unassign(gap);
      else if (gap.state === "fixed" && gap.owner && !gap.owner.isGone) {
        told(actions.assign.mutateAsync({ id: gap.id, ownerId: gap.owner.id }), t("done.assigned"));
      } else onAssign(gap);
    },
    of: (gap: GapCardDto): MenuCommand[] =>
      isStill(gap)
        ? [
            {
              key: "assign",
              label: t(gap.owner ? "action.reassign" : "action.assign"),
              icon: UserRoundPlus,
              onSelect: () => onAssign(gap),
            },
            ...(gap.owner
              ? [{ key: "unassign", label: t("action.unassign"), icon: UserRoundMinus, onSelect: () => unassign(gap) }]
              : []),
            ...(gap.state === "fixed"
              ? []
              : [{ key: "fix", label: t("action.fix"), icon: Play, onSelect: () => fix(gap) }]),
            { key: "merge", label: t("action.merge"), icon: Merge, onSelect: () => onMerge(gap), apart: true },
          ]
        : [],
    moves: (gap: GapCardDto, item: GapQuestionDto, others: readonly GapCardDto[]): MenuCommand[] => [
      { key: "out", label: t("action.moveOut"), icon: Split, onSelect: () => move(gap, item, null) },
      ...others.slice(0, OFFERED).map((other) => ({
        key: other.id,
        label: t("action.moveTo", { title: words.title(other) }),
        icon: Merge,
        onSelect: () => move(gap, item, other.id),
      })),
    ],
  };
}
export type GapCommands = ReturnType<typeof useGapCommands>;
