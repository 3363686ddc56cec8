import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";

interface QuestionProps {
  text: string;
  /** Above the bubble: what the question is about. */
  children?: ReactNode;
}

/** A person's turn: a bubble on the right, the text as it was typed. */
const hasAny = (children: ReactNode) => (Array.isArray(children) ? children.some(Boolean) : Boolean(children));

export const Question = memo(function Question({ text, children }: QuestionProps) {
  const t = useTranslations("chat");
  return (
    <article aria-label={t("question")} className="message mb-4 mt-4 flex flex-col items-end">
      {hasAny(children) && <div className="mb-1.5 flex max-w-full flex-col items-end gap-1.5">{children}</div>}
      <div className="max-w-[600px] whitespace-pre-wrap rounded-xl rounded-tr-xs bg-muted px-4 py-2 text-md wrap-anywhere max-md:max-w-[88%] max-md:text-[16px]">
        {text}
      </div>
    </article>
  );
});
