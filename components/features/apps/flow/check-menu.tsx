"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { Status } from "@/components/ui/status";
import { findNode } from "@/lib/features/apps/workflow/edit";
import { useFlow, useFlowState } from "./flow-context";
import { KindTile } from "./kind-tile";
import { useTitle } from "./use-canvas-parts";
import { isOpenOnly } from "./use-edited-steps";
import { useProblemText } from "./use-problem-text";

interface CheckMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What is wrong with the workflow; each problem leads to its node and field. */
export function CheckMenu({ open, onOpenChange }: CheckMenuProps) {
  const t = useTranslations("apps-flow.check");
  const { store } = useFlow();
  const titleOf = useTitle();
  const say = useProblemText();
  const problems = useFlowState((state) => state.problems);
  const root = useFlowState(({ history }) => history.present);
  if (problems.length === 0) {
    return (
      <Status tone="success" className="text-xs! max-md:sr-only">
        {t("none")}
      </Status>
    );
  }
  const isOpen = isOpenOnly(problems);
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>
        <button
          type="button"
          className={cn(
            "inline-flex h-8 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 text-sm hover:bg-muted",
            isOpen ? "text-fg-2" : "text-danger-ink",
          )}
        >
          <span
            aria-hidden
            className={cn("size-2 rounded-full", isOpen ? "border-[1.5px] border-fg-4" : "bg-danger")}
          />
          <span className="max-md:sr-only">{t("count", { count: problems.length })}</span>
          <span aria-hidden className="tnum md:hidden">
            {problems.length}
          </span>
          <ChevronDown aria-hidden size={14} className="max-md:hidden" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        align="end"
        aria-label={t("label")}
        className="max-h-96 w-88 max-w-[calc(100vw-16px)] overflow-y-auto p-1"
        // The field it leads to has the focus by then.
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        <p className="px-2 pt-1.5 pb-1 text-fg-3 text-xs">{t("hint")}</p>
        <ul>
          {problems.map((problem, index) => {
            const found = problem.nodeId === null ? null : findNode(root, problem.nodeId);
            const path = found?.path.map((id) => {
              const node = findNode(root, id)?.node;
              return node ? titleOf(node) : id;
            });
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
              <li key={index}>
                <button
                  type="button"
                  disabled={!found}
                  onClick={() => {
                    onOpenChange(false);
                    if (problem.nodeId !== null) store.show(problem.nodeId, problem.field);
                  }}
                  className="flex w-full items-start gap-2 rounded-sm px-2 py-1.5 text-left text-sm -outline-offset-2 hover:bg-muted"
                >
                  {found ? <KindTile type={found.node.type} size={20} /> : <span className="size-5 shrink-0" />}
                  <span className="min-w-0 flex-1">
                    <span className="block truncate">
                      {found ? [...(path ?? []), titleOf(found.node)].join(" / ") : t("whole")}
                    </span>
                    <span
                      className={cn("block text-xs", problem.code === "required" ? "text-fg-3" : "text-danger-ink")}
                    >
                      {say(problem)}
                    </span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
