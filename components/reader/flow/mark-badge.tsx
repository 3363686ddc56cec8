import { useTranslations } from "next-intl";
import { use } from "react";
import { cn } from "@/components/ui/cn";
import type { Mark } from "../types";
import { MarkAction } from "./mark-context";

/** The number of a citation at the line where its words begin. It is no part of the text: selecting passes over it. */
export function MarkBadge({ mark, place, shift = 0 }: { mark: Mark; place: "margin" | "inline"; shift?: number }) {
  const t = useTranslations("reader");
  const onMark = use(MarkAction);
  return (
    <button
      type="button"
      data-badge={mark.id}
      aria-current={mark.isActive || undefined}
      aria-label={t("citation.mark", { number: mark.number })}
      onClick={() => onMark(mark.id)}
      // From the margin's edge; the line it stands on is where it would have stood in the text.
      style={place === "margin" ? { insetInlineStart: `calc(var(--margin) - 28px - ${shift * 21}px)` } : undefined}
      className={cn(
        "tnum inline-grid size-4.5 select-none place-items-center rounded-xs font-sans text-[11px] font-semibold leading-none not-italic no-underline",
        mark.isActive ? "bg-evidence-strong text-fg" : "bg-evidence text-evidence-ink",
        place === "margin" ? "absolute mt-[0.25em]" : "mr-1 align-[0.1em]",
      )}
    >
      {mark.number}
    </button>
  );
}
