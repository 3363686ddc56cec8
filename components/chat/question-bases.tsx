import { Library } from "lucide-react";
import { useTranslations } from "next-intl";
import type { BasePart } from "@/lib/conversation/client/question";

/** The knowledge bases a question was put to; of one that was withdrawn only that there was one. */
export function QuestionBases({ bases }: { bases: readonly BasePart[] }) {
  const t = useTranslations("chat.bases");
  return (
    <ul aria-label={t("asked")} className="flex max-w-[600px] flex-wrap justify-end gap-1.5">
      {bases.map(({ baseId, name }) => (
        <li
          key={baseId}
          className="flex h-7 max-w-72 items-center gap-1.5 rounded-md border bg-background px-2 text-fg-2 text-sm"
        >
          <Library aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
          <span className={name ? "min-w-0 truncate" : "min-w-0 truncate text-fg-3"}>{name || t("gone")}</span>
        </li>
      ))}
    </ul>
  );
}
