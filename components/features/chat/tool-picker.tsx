"use client";

import { Wrench } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { cn } from "@/components/ui/cn";

const load = () => import("./tool-menu").then((module) => ({ default: module.ToolMenu }));
const ToolMenu = lazy(load);

interface ToolPickerProps {
  modelId: string | null;
  /** Names of the optional tools that are on. */
  chosen: readonly string[];
  /** The model can call tools. */
  isUsable: boolean;
  onChange: (tools: string[]) => void;
}

/** Which tools a question may use; the list is loaded when it is first wanted. */
export function ToolPicker(props: ToolPickerProps) {
  const { chosen, isUsable } = props;
  const t = useTranslations("chat.composer");
  const [wanted, setWanted] = useState(false);
  const count = isUsable ? chosen.length : 0;
  const label = count > 0 ? t("toolsOn", { count }) : t("tools");
  const trigger = (onClick?: () => void) => (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={label}
      data-tooltip={label}
      onClick={onClick}
      onPointerEnter={() => void load().catch(() => undefined)}
      className={cn(
        "inline-flex h-7 shrink-0 items-center gap-1 rounded-sm px-1.5 text-sm hover:bg-muted data-[state=open]:bg-muted pointer-coarse:h-11 pointer-coarse:min-w-11 pointer-coarse:justify-center",
        count > 0 ? "text-primary-ink" : "text-fg-3",
      )}
    >
      <Wrench aria-hidden size={15} strokeWidth={1.75} />
      {count > 0 && <span className="tnum text-xs">{count}</span>}
    </button>
  );
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      <ToolMenu {...props} trigger={trigger()} />
    </LazyBoundary>
  );
}
