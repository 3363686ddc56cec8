"use client";

import { Columns2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { cn } from "@/components/ui/cn";
import type { ChatModelDto } from "@/lib/features/chat/dto";

const load = () => import("./compare-menu").then((module) => ({ default: module.CompareMenu }));
const CompareMenu = lazy(load);

interface ComparePickerProps {
  models: readonly ChatModelDto[];
  chosen: readonly string[];
  onChange: (modelIds: string[]) => void;
}

/** Sends the next question to several models; the list is loaded when it is first wanted. */
export function ComparePicker({ models, chosen, onChange }: ComparePickerProps) {
  const t = useTranslations("chat.composer");
  const [wanted, setWanted] = useState(false);
  if (models.length < 2) return null;
  const isOn = chosen.length > 0;
  const label = isOn ? t("comparing", { count: chosen.length }) : t("compare");
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
        isOn ? "text-primary-ink" : "text-fg-3",
      )}
    >
      <Columns2 aria-hidden size={15} strokeWidth={1.75} />
      {isOn && <span className="tnum text-xs">{chosen.length}</span>}
    </button>
  );
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      <CompareMenu trigger={trigger()} models={models} chosen={chosen} onChange={onChange} />
    </LazyBoundary>
  );
}
