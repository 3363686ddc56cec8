"use client";

import type { NodeProps } from "@xyflow/react";
import { MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, memo, useContext, useEffect, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { COMMENT_MAX } from "@/lib/features/apps/workflow/limits";
import type { NoteNode } from "./step-types";

/** Takes what was written on a comment; null where the graph is only shown. */
export const NoteContext = createContext<((id: string, text: string) => void) | null>(null);

/** A comment on the canvas; it is no part of the flow. */
export const Note = memo(function Note({ id, data, selected }: NodeProps<NoteNode>) {
  const t = useTranslations("apps-flow.canvas");
  const onWrite = useContext(NoteContext);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text } = data.comment;
  // A comment without a word has just been made.
  useEffect(() => {
    if (field.current?.value === "") field.current.focus({ preventScroll: true });
  }, []);
  return (
    <div
      className={cn(
        "flow-step w-53 rounded-md border border-border-strong bg-background p-2.5 text-sm shadow-xs",
        selected && "is-picked",
      )}
    >
      <MessageSquareText aria-hidden size={14} className="mb-1 text-fg-3" />
      {onWrite ? (
        <textarea
          ref={field}
          aria-label={t("comment")}
          value={text}
          rows={Math.max(2, Math.min(8, Math.ceil(text.length / 16)))}
          maxLength={COMMENT_MAX}
          placeholder={t("commentPlaceholder")}
          onChange={(event) => onWrite(id, event.target.value)}
          className="nodrag nowheel block w-full resize-none bg-transparent leading-5 outline-none placeholder:text-fg-3"
        />
      ) : (
        <p className="whitespace-pre-wrap leading-5">{text}</p>
      )}
    </div>
  );
});
