"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { cn } from "@/components/ui/cn";
import { choicesQuery } from "@/lib/features/reports/hooks";
import type { ChoiceKind } from "@/lib/features/reports/kinds";
import { useReportTexts } from "./format";

const ChoicePopover = loadedPart(async () => (await import("./choice-popover")).ChoicePopover);

interface ChoiceButtonProps {
  kind: ChoiceKind;
  value: string | undefined;
  label: string;
  anyLabel: string;
  onChange: (value: string | undefined) => void;
}

/** A filter with what it is set to; the list is loaded when it is first wanted. */
export function ChoiceButton({ kind, value, label, anyLabel, onChange }: ChoiceButtonProps) {
  const t = useReportTexts();
  const [wanted, setWanted] = useState(false);
  const named = useQuery({
    ...choicesQuery(kind, { id: value }),
    enabled: value !== undefined && kind !== "app",
  });
  const chosen = kind === "app" && value ? t.app(value) : named.data?.items[0]?.name || t("removed");
  const text = value === undefined ? anyLabel : named.isLoading ? "…" : chosen;

  const trigger = (onClick?: () => void) => (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onClick}
      onPointerEnter={ChoicePopover.preload}
      onFocus={ChoicePopover.preload}
      className={cn(
        "inline-flex h-8 max-w-60 items-center gap-2 whitespace-nowrap rounded-sm border bg-background px-2.5 text-sm shadow-xs hover:bg-subtle pointer-coarse:h-11",
        value === undefined ? "border-border-strong" : "border-primary-line bg-primary-soft",
      )}
    >
      <span className="text-fg-3">{label}</span>
      <span className="truncate">{text}</span>
      <ChevronDown aria-hidden size={14} className="shrink-0 text-fg-3" />
    </button>
  );
  if (!wanted) return trigger(() => setWanted(true));
  return (
    <LazyBoundary fallback={trigger()} onFailure={() => setWanted(false)}>
      <ChoicePopover
        fallback={trigger()}
        kind={kind}
        value={value}
        anyLabel={anyLabel}
        trigger={trigger()}
        onChange={onChange}
      />
    </LazyBoundary>
  );
}
