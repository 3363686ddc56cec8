import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { splitQuote } from "./quote-text";

interface QuestionProps {
  id: string;
  text: string;
  /** Above the bubble: what the question is about. */
  children?: ReactNode;
}

/** A person's turn: a bubble on the right, the text as it was typed. */
export const Question = memo(function Question({ id, text, children }: QuestionProps) {
  const t = useTranslations("chat");
  const { quoted, rest } = splitQuote(text);
  return (
    <article aria-label={t("question")} data-message={id} className="message mb-4 mt-4 flex flex-col items-end">
      {children && <div className="mb-1.5 max-w-full">{children}</div>}
      <div className="max-w-[600px] whitespace-pre-wrap rounded-xl rounded-tr-xs bg-muted px-4 py-2 text-md wrap-anywhere max-md:max-w-[88%] max-md:text-[16px]">
        {quoted && (
          <blockquote className="mb-1.5 line-clamp-6 border-l-2 border-border-strong pl-2.5 text-sm leading-6 text-fg-2">
            {quoted}
          </blockquote>
        )}
        {rest}
      </div>
    </article>
  );
});
