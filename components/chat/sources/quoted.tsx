"use client";

import { Quote, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";

interface QuotedProps {
  quote: { text: string; fileName: string };
  onRemove?: () => void;
}

/** Words of a document a question is about; in the composer they can be taken away again. */
export function Quoted({ quote, onRemove }: QuotedProps) {
  const t = useTranslations("chat.sources");
  return (
    <figure className="flex max-w-[600px] items-start gap-2 rounded-md border bg-background px-3 py-2 text-left max-md:max-w-full">
      <Quote aria-hidden size={14} className="mt-1 shrink-0 text-fg-3" />
      <div className="min-w-0 flex-1">
        <blockquote className="line-clamp-3 font-serif text-sm leading-6 text-fg-2 wrap-anywhere">
          {quote.text}
        </blockquote>
        <figcaption className="truncate text-xs text-fg-3">{quote.fileName}</figcaption>
      </div>
      {onRemove && <IconButton icon={X} size={24} iconSize={14} label={t("removeQuote")} onClick={onRemove} />}
    </figure>
  );
}
