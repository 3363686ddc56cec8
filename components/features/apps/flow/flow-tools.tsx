"use client";

import { LayoutGrid, MessageSquareText, Redo2, Search, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { arrange } from "./flow-actions";
import { useFlow, useFlowState } from "./flow-context";

interface FlowToolsProps {
  onFind: () => void;
  onComment: () => void;
}

/** What is done to the whole workflow, at the end of the row of tabs. */
export function FlowTools({ onFind, onComment }: FlowToolsProps) {
  const t = useTranslations("apps-flow.tools");
  const { store } = useFlow();
  const mayUndo = useFlowState(({ history }) => history.past.length > 0);
  const mayRedo = useFlowState(({ history }) => history.future.length > 0);
  return (
    <div role="toolbar" aria-label={t("label")} className="flex items-center gap-0.5">
      <IconButton icon={Undo2} label={t("undo")} disabled={!mayUndo} onClick={store.undo} />
      <IconButton icon={Redo2} label={t("redo")} disabled={!mayRedo} onClick={store.redo} />
      <span aria-hidden className="mx-1.5 h-4 w-px bg-border" />
      <IconButton icon={Search} label={t("find")} onClick={onFind} />
      <IconButton icon={LayoutGrid} label={t("arrange")} onClick={() => arrange(store)} />
      <IconButton icon={MessageSquareText} label={t("comment")} onClick={onComment} />
    </div>
  );
}
