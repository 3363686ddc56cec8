import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { splitQuote } from "./quote-text";

interface QuestionBubbleProps {
  id: string;
  text: string;
  /** Above the bubble: what the question is about. */
  children?: ReactNode;
  /** Below: what can be done with it. */
  actions?: ReactNode;
}

/** A person's turn: a bubble on the right, the text as it was typed. */
export function QuestionBubble({ id, text, children, actions }: QuestionBubbleProps) {
  const t = useTranslations("chat");
  const { quoted, rest } = splitQuote(text);
  return (
    <article aria-label={t("question")} data-message={id} className="message group mb-2 mt-4 flex flex-col items-end">
      {children && <div className="mb-1.5 flex max-w-full flex-col items-end gap-1.5">{children}</div>}
      <div className="max-w-[600px] whitespace-pre-wrap rounded-xl rounded-tr-xs bg-muted px-4 py-2 text-md wrap-anywhere max-md:max-w-[88%] max-md:text-[16px]">
        {quoted && (
          <blockquote className="mb-1.5 line-clamp-6 border-l-2 border-border-strong pl-2.5 text-sm leading-6 text-fg-2">
            {quoted}
          </blockquote>
        )}
        {rest}
      </div>
      {actions}
    </article>
  );
}
