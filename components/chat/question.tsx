import { useTranslations } from "next-intl";
import { lazy, memo, Suspense } from "react";
import type { ChatMessageDto } from "@/lib/features/chat/dto";
import type { SourceParts } from "./sources/context";

const QuestionFiles = lazy(() =>
  import("./files/question-files").then((module) => ({ default: module.QuestionFiles })),
);

interface QuestionProps {
  message: ChatMessageDto;
  sources?: SourceParts;
}

/** A person's turn: a bubble on the right, the text as it was typed; above it what the question is about. */
export const Question = memo(function Question({ message: { parts }, sources }: QuestionProps) {
  const t = useTranslations("chat");
  const quote = sources && parts.find((part) => part.type === "quote");
  const files = parts.filter((part) => part.type === "file");
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return (
    <article aria-label={t("question")} className="message mb-4 mt-4 flex flex-col items-end">
      {(quote || files.length > 0) && (
        <div className="mb-1.5 flex max-w-full flex-col items-end gap-1.5">
          {files.length > 0 && (
            <Suspense>
              <QuestionFiles files={files} />
            </Suspense>
          )}
          {sources && quote && <sources.Quoted quote={quote} />}
        </div>
      )}
      <div className="max-w-[600px] whitespace-pre-wrap rounded-xl rounded-tr-xs bg-muted px-4 py-2 text-md wrap-anywhere max-md:max-w-[88%] max-md:text-[16px]">
        {text}
      </div>
    </article>
  );
});
