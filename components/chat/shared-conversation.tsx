"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Mark } from "@/components/common/mark";
import { useMoments } from "@/components/common/use-moments";
import { TopBar } from "@/components/layout/top-bar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";
import type { SharedConversationDto, SharedMessageDto } from "@/lib/conversation/dto";
import { LazyMarkdown } from "./lazy-markdown";
import { QuestionBubble } from "./question-bubble";

interface SharedConversationProps {
  chat: SharedConversationDto;
  /** Below the last message: the way on. */
  children?: ReactNode;
}

/** A colleague's conversation as it stood when it was shared: to be read, and gone on with elsewhere. */
export function SharedConversation({ chat, children }: SharedConversationProps) {
  const t = useTranslations("chat");
  const moments = useMoments();
  const [messages, setMessages] = useState(chat.messages);
  const [hasLater, setHasLater] = useState(chat.hasLater);
  const [isLoading, setIsLoading] = useState(false);
  const at = (iso: string) => moments.minute(iso);

  const handleMore = async () => {
    setIsLoading(true);
    try {
      const query = { after: messages.at(-1)?.id };
      const next = await api.get(`/chat/shares/${chat.id}`, { query });
      setMessages([...messages, ...next.messages]);
      setHasLater(next.hasLater);
    } catch (error) {
      reportFailure(error);
    } finally {
      setIsLoading(false);
    }
  };
  return (
    <>
      <TopBar title={chat.title || t("untitled")} actions={<Badge>{t("share.readOnly")}</Badge>} />
      <p className="border-b bg-subtle px-5 py-2 text-sm text-fg-2">
        {chat.isOwn
          ? t("share.ownNotice", { date: at(chat.createdAt) })
          : t("share.notice", { name: chat.ownerName, date: at(chat.createdAt) })}
      </p>
      <div
        role="log"
        aria-live="off"
        aria-label={t("list.label")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the conversation is scrolled by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 outline-none"
      >
        <div className="mx-auto w-full max-w-(--w-reading) pb-8">
          {messages.map((message) =>
            message.role === "user" ? (
              <QuestionBubble key={message.id} id={message.id} text={message.text} />
            ) : (
              <SharedAnswer key={message.id} message={message} />
            ),
          )}
          {hasLater && (
            <div className="flex justify-center py-3">
              <Button size="sm" variant="ghost" loading={isLoading} onClick={() => void handleMore()}>
                {t("share.more")}
              </Button>
            </div>
          )}
        </div>
      </div>
      {children && <div className="flex shrink-0 justify-center border-t px-4 py-3">{children}</div>}
    </>
  );
}

function SharedAnswer({ message }: { message: SharedMessageDto }) {
  const t = useTranslations("chat");
  const model = message.modelName ?? "";
  return (
    <article aria-label={t("answer.label", { model })} data-message={message.id} className="message mb-2 pb-2">
      <header className="mb-2 flex items-center gap-2 text-sm">
        <Mark size={20} />
        <span className="min-w-0 truncate font-semibold">{model}</span>
      </header>
      {message.text ? <LazyMarkdown text={message.text} /> : <p className="text-sm text-fg-3">{t("share.noText")}</p>}
      {message.sources.length > 0 && (
        <ol aria-label={t("sources.heading")} className="mt-3 space-y-1 border-t pt-2 text-xs text-fg-3">
          {message.sources.map(({ number, fileName, quotes }) => (
            <li key={number}>
              [{number}] {fileName ?? t("share.sourceHidden")}
              {quotes.map((quote) => (
                <q key={quote} className="block pl-5">
                  {quote}
                </q>
              ))}
            </li>
          ))}
        </ol>
      )}
    </article>
  );
}
