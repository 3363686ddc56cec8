"use client";

import type { NodeProps } from "@xyflow/react";
import { MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { createContext, memo, useContext, useEffect, useRef } from "react";
import { useMinute } from "@/components/common/use-moments";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { currentPerson } from "@/lib/client/person";
import { COMMENT_MAX } from "@/lib/features/apps/workflow/limits";
import type { NoteNode } from "./step-types";

/** Takes what was written on a comment; null where the graph is only shown. */
export const NoteContext = createContext<((id: string, text: string) => void) | null>(null);

/** People who wrote comments; those of a graph that is only shown are told of nowhere. */
export const NoteAuthorsContext = createContext<readonly { id: string; name: string }[]>([]);

/** A comment on the canvas; it is no part of the flow. */
export const Note = memo(function Note({ id, data, selected }: NodeProps<NoteNode>) {
  const t = useTranslations("apps-flow.canvas");
  const onWrite = useContext(NoteContext);
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, by, at } = data.comment;
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
      {by && at !== undefined ? (
        <NoteAuthor by={by} at={at} />
      ) : (
        <MessageSquareText aria-hidden size={14} className="mb-1 text-fg-3" />
      )}
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

function NoteAuthor({ by, at }: { by: string; at: number }) {
  const t = useTranslations("apps-flow.canvas");
  const minute = useMinute();
  const authors = useContext(NoteAuthorsContext);
  const name = by === currentPerson() ? t("you") : (authors.find(({ id }) => id === by)?.name ?? t("somebody"));
  return (
    <p className="mb-1 flex items-center gap-1.5 text-xs">
      <Avatar id={by} name={name} size={18} />
      <span className="min-w-0 flex-1 truncate font-semibold">{name}</span>
      <span className="tnum shrink-0 text-fg-3">{minute(new Date(at).toISOString())}</span>
    </p>
  );
}
