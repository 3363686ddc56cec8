import { useFormatter, useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import type { ContextData } from "@/lib/stream/parts";
import { CONTEXT_PARTS, type ContextPart, roomFor, usedOf } from "./context-figures";

/** One shade each, from the darkest; the free room stays light. */
const SHADES: Record<ContextPart, string> = {
  system: "bg-primary",
  files: "bg-success",
  tools: "bg-warning",
  history: "bg-fg-3",
  question: "bg-fg-4",
};

/** What goes to the model with a question, what stays behind, and why. Needs area `chat-more`. */
export function ContextFacts({ context }: { context: ContextData }) {
  const t = useTranslations("chat-more.context");
  const format = useFormatter();
  const room = roomFor(context);
  const used = usedOf(context);
  const shown = CONTEXT_PARTS.filter((part) => context[part] > 0);
  const { rounds, dropped, droppedBy, memories } = context;
  return (
    <div className="text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span className="font-semibold">{t("heading")}</span>
        <span className="tnum text-xs text-fg-3">
          {t("used", { used: format.number(used), room: format.number(room) })}
        </span>
      </p>
      <div aria-hidden className="my-2 flex h-2 overflow-hidden rounded-full bg-muted">
        {shown.map((part) => (
          <span
            key={part}
            className={cn("h-full", SHADES[part])}
            style={{ width: `${(context[part] / room) * 100}%` }}
          />
        ))}
      </div>
      <ul className="space-y-1">
        {shown.map((part) => (
          <li key={part} className="flex items-center gap-2">
            <span aria-hidden className={cn("size-2 shrink-0 rounded-xs", SHADES[part])} />
            <span className="min-w-0 flex-1 text-fg-2">{t(`part.${part}`, { rounds, memories })}</span>
            <span className="tnum text-fg-3">{format.number(context[part])}</span>
          </li>
        ))}
        <li className="flex items-center gap-2">
          <span aria-hidden className="size-2 shrink-0 rounded-xs border border-border-strong" />
          <span className="min-w-0 flex-1 text-fg-2">{t("reserved")}</span>
          <span className="tnum text-fg-3">{format.number(context.reserved)}</span>
        </li>
      </ul>
      {memories > 0 && <p className="mt-2 text-xs text-fg-3">{t("memories", { memories })}</p>}
      {dropped > 0 && droppedBy && (
        <p className="mt-2 rounded-sm bg-warning-soft px-2 py-1.5 text-xs text-warning-ink">
          {t(`dropped.${droppedBy}`, { dropped })}
        </p>
      )}
    </div>
  );
}
