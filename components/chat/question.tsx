"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, memo, Suspense } from "react";
import { CopyButton } from "@/components/common/copy-button";
import { IconButton } from "@/components/ui/icon-button";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { QuestionBases } from "./question-bases";
import { QuestionBubble } from "./question-bubble";
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

/** A person's question; above it what it is about, below what can be done with it. */
export const Question = memo(function Question({ message, sources, onShow, onEdit }: QuestionProps) {
  const t = useTranslations("chat.questionActions");
  const { id, siblingIds, parts } = message;
  const quote = sources && parts.find((part) => part.type === "quote");
  const files = parts.filter((part) => part.type === "file");
  const bases = parts.filter((part) => part.type === "base");
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const actions = (
    <div className="mt-0.5 flex h-7 items-center gap-0.5 text-fg-3 pointer-coarse:h-11">
      <span className="flex items-center opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <CopyButton text={text} label={t("copy")} />
        {onEdit && <IconButton icon={Pencil} iconSize={14} label={t("edit")} onClick={() => onEdit(message)} />}
      </span>
      <SiblingPager
        id={id}
        siblingIds={siblingIds}
        label={(at, count) => t("position", { at, count })}
        previous={t("previous")}
        next={t("next")}
        onShow={onShow}
      />
    </div>
  );
  return (
    <QuestionBubble id={id} text={text} actions={actions}>
      {(quote || files.length > 0 || bases.length > 0) && (
        <>
          {bases.length > 0 && <QuestionBases bases={bases} />}
          {files.length > 0 && (
            <Suspense>
              <QuestionFiles files={files} />
            </Suspense>
          )}
          {sources && quote && <sources.Quoted quote={quote} />}
        </>
      )}
    </QuestionBubble>
  );
});
