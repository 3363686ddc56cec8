"use client";

import { Quote, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

/** Words of an answer the next question is about; they can be taken away again. */
export function QuoteInComposer({ words, onRemove }: { words: string; onRemove: () => void }) {
  const t = useTranslations("chat.sources");
  return (
    <figure className="flex items-start gap-2 rounded-md border bg-subtle px-3 py-2">
      <Quote aria-hidden size={14} className="mt-1 shrink-0 text-fg-3" />
      <blockquote className="line-clamp-3 min-w-0 flex-1 whitespace-pre-wrap text-sm leading-6 text-fg-2 wrap-anywhere">
        {words}
      </blockquote>
      <IconButton icon={X} size={24} iconSize={14} label={t("removeQuote")} onClick={onRemove} />
    </figure>
  );
}
