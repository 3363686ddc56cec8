"use client";

import { Sparkles } from "lucide-react";
import type { ReactNode } from "react";

interface QuestionOffersProps {
  title: string;
  items: readonly { id: string; text: string; note?: ReactNode }[];
  onPick: (id: string) => void;
}

/** Questions a conversation may begin with, in two columns where there is room. */
export function QuestionOffers({ title, items, onPick }: QuestionOffersProps) {
  if (items.length === 0) return null;
  return (
    <section aria-label={title} className="mt-6">
      <h3 className="mb-2 text-fg-3 text-xs">{title}</h3>
      <ul className="grid gap-2 sm:grid-cols-2">
        {items.map(({ id, text, note }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => onPick(id)}
              className="flex h-full min-h-10 w-full items-center gap-2 rounded-md border bg-background px-3 py-2 text-left text-sm hover:border-border-strong hover:bg-subtle pointer-coarse:min-h-11"
            >
              <Sparkles aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-fg-3" />
              <span className="wrap-anywhere min-w-0 flex-1">{text}</span>
              {note && <span className="max-w-28 shrink-0 truncate text-fg-3 text-xs">{note}</span>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
