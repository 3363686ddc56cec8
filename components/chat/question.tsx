"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, memo, Suspense } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatMessageDto } from "@/lib/features/chat/dto";
import { SiblingPager } from "./sibling-pager";
import type { SourceParts } from "./sources/context";

const QuestionFiles = lazy(() =>
  import("./files/question-files").then((module) => ({ default: module.QuestionFiles })),
);

interface QuestionProps {
  message: ChatMessageDto;
  sources?: SourceParts;
  onShow: (messageId: string) => void;
  /** Takes the question back into the composer, to ask it differently; unset where that is not possible. */
  onEdit?: (message: ChatMessageDto) => void;
}

/** A person's turn: a bubble with the text as it was typed; above it what it is about, below what can be done with it. */
export const Question = memo(function Question({ message, sources, onShow, onEdit }: QuestionProps) {
  const t = useTranslations("chat");
  const { id, siblingIds, parts } = message;
  const quote = sources && parts.find((part) => part.type === "quote");
  const files = parts.filter((part) => part.type === "file");
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return (
    <article aria-label={t("question")} className="message group mb-2 mt-4 flex flex-col items-end">
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
      <div className="mt-0.5 flex h-7 items-center gap-0.5 text-fg-3 pointer-coarse:h-11">
        <span className="flex items-center opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
          <CopyButton text={text} label={t("questionActions.copy")} />
          {onEdit && (
            <IconButton icon={Pencil} iconSize={14} label={t("questionActions.edit")} onClick={() => onEdit(message)} />
          )}
        </span>
        <SiblingPager
          id={id}
          siblingIds={siblingIds}
          label={(at, count) => t("questionActions.position", { at, count })}
          previous={t("questionActions.previous")}
          next={t("questionActions.next")}
          onShow={onShow}
        />
      </div>
    </article>
  );
});
