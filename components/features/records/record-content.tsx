"use client";

import { Eye, Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Answer } from "@/components/chat/answer";
import { QuestionBubble } from "@/components/chat/question-bubble";
import { withoutMarks } from "@/components/chat/sources/mark-text";
import { FormFailure } from "@/components/form/form-failure";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { NEW_PROMPT, saveDraft } from "@/lib/client/drafts";
import type { RecordDetailDto } from "@/lib/features/records/dto";
import { useRecordContent } from "@/lib/features/records/hooks";
import type { ChatMessageDto } from "@/lib/stream/message-dto";

/** The conversation around a record. Opening it is written down, so it takes a press of its own. */
export function RecordContent({ record, canMakePrompt }: { record: RecordDetailDto; canMakePrompt: boolean }) {
  const t = useTranslations("records");
  const content = useRecordContent();
  const name = record.user.name || record.user.account;
  return (
    <section aria-label={t("drawer.conversation")} className="space-y-3">
      <h3 className="font-semibold text-base">
        {t("drawer.conversation")}
        {content.data?.title && <span className="ml-2 font-normal text-fg-2 text-sm">{content.data.title}</span>}
      </h3>
      {record.closed ? (
        <p className="flex items-center gap-2 text-fg-3 text-sm">
          <Lock aria-hidden size={14} className="shrink-0" />
          {t(`closed.${record.closed}`)}
        </p>
      ) : content.data ? (
        <>
          <p role="status" className="text-fg-3 text-xs">
            {t("drawer.opened", { name })}
          </p>
          <Branch items={content.data.items} shownId={record.id} />
          {canMakePrompt && <MakePrompt question={questionOf(content.data.items, record.id)} />}
        </>
      ) : (
        <>
          <p className="text-fg-3 text-sm">{t("drawer.openHint", { name })}</p>
          <Button icon={Eye} loading={content.isPending} onClick={() => content.mutate(record.id)}>
            {t("drawer.open")}
          </Button>
        </>
      )}
      <FormFailure error={content.error} />
    </section>
  );
}

const questionOf = (items: readonly ChatMessageDto[], answerId: string) => {
  const answer = items.find(({ id }) => id === answerId);
  const question = items.find(({ id }) => id === answer?.parentId);
  return question ? textOf(question) : "";
};

/** Begins a prompt for everybody with the question's words (spec N5). */
function MakePrompt({ question }: { question: string }) {
  const t = useTranslations("records.drawer");
  if (question.trim() === "") return null;
  return (
    <Link
      href={NEW_PROMPT.href}
      className={buttonClass("default", "md")}
      onClick={() => saveDraft(NEW_PROMPT.draft, question)}
    >
      {t("makePrompt")}
    </Link>
  );
}

/** The branch as the person saw it, with the opened record in view. Sources stay with those who own them. */
function Branch({ items, shownId }: { items: readonly ChatMessageDto[]; shownId: string }) {
  const t = useTranslations("records.drawer");
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer a promise here, which is no way to clean up.
    shown.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className="rounded-md border px-4 py-1">
      {items.map((message) =>
        message.role === "user" ? (
          <QuestionBubble key={message.id} id={message.id} text={textOf(message)}>
            {filesOf(message).map((name) => (
              <Badge key={name} className="mr-1">
                {t("askedWith", { name })}
              </Badge>
            ))}
          </QuestionBubble>
        ) : (
          <div
            key={message.id}
            ref={message.id === shownId ? shown : undefined}
            className={cn(message.id === shownId && "-ml-3 border-primary border-l-2 pl-2.5")}
          >
            {message.id === shownId && <span className="sr-only">{t("this")}</span>}
            <Answer
              message={withoutSources(message)}
              live={null}
              isLast={false}
              actions={null}
              onRetry={() => undefined}
            />
          </div>
        ),
      )}
    </div>
  );
}

const textOf = (message: ChatMessageDto) =>
  message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
const filesOf = (message: ChatMessageDto) => [
  ...new Set(message.parts.flatMap((part) => (part.type === "file" ? [part.name] : []))),
];

function withoutSources(message: ChatMessageDto): ChatMessageDto {
  return {
    ...message,
    parts: message.parts.flatMap((part): ChatMessageDto["parts"] => {
      if (part.type === "text") return [{ ...part, text: withoutMarks(part.text) }];
      return part.type === "reasoning" ? [part] : [];
    }),
  };
}
