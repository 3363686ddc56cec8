"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type AnswerDoors, AnswerDoorsContext } from "@/components/chat/answer-doors";
import { Composer, type ComposerHandle } from "@/components/chat/composer";
import { MessageList } from "@/components/chat/message-list";
import { ModelPicker } from "@/components/chat/model-picker";
import { QuoteInComposer } from "@/components/chat/quote-in-composer";
import { QuoteSelection } from "@/components/chat/quote-selection";
import { quotable, withQuote } from "@/components/chat/quote-text";
import { VoiceButton } from "@/components/chat/voice-button";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { type PaletteSource, usePaletteSource } from "@/lib/client/palette";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { ChatController } from "@/lib/features/chat/controller";
import type { ChatMessageDto, ChatModelDto, ChatSessionDto, VoiceDto } from "@/lib/features/chat/dto";
import { chatKeys, foundChatsQuery } from "@/lib/features/chat/hooks";
import { ChatEmpty } from "./chat-empty";
import { SessionList } from "./session-list";
import { TemporaryNotice, TemporarySwitch, useTemporaryEnd } from "./temporary";
import { chatHref } from "./use-session-commands";
import { useSessionTitle } from "./use-session-title";

interface ChatScreenProps {
  session: ChatSessionDto;
  sessions: ChatSessionDto[];
  messages: { items: ChatMessageDto[]; hasEarlier: boolean; hasLater?: boolean };
  models: { items: ChatModelDto[]; defaultId: string | null };
  reanswerMax: number;
  /** Where a person who may do so connects models; null for others. */
  modelAccessHref: string | null;
  voice: VoiceDto;
  /** A message that was looked for. */
  target: string | null;
}

/** Personal chat: the chats at the left, the conversation, the composer. */
export function ChatScreen({
  session,
  sessions,
  messages,
  models,
  reanswerMax,
  modelAccessHref,
  voice,
  target,
}: ChatScreenProps) {
  const t = useTranslations("chat");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's messages begin a chat, the controller continues it
  const controller = useMemo(() => new ChatController(session.id, messages), [session.id]);
  const state = useSyncExternalStore(controller.subscribe, controller.snapshot, controller.snapshot);
  const [modelId, setModelId] = useState(models.defaultId);
  const [endSignal, setEndSignal] = useState(0);
  const composer = useRef<ComposerHandle>(null);
  const client = useQueryClient();
  const [quote, setQuote] = useState<string | null>(null);
  useTemporaryEnd(session, controller);

  useEffect(() => {
    controller.resume();
    const handleVisible = () => {
      if (document.visibilityState === "visible") controller.refresh().catch(() => undefined);
    };
    document.addEventListener("visibilitychange", handleVisible);
    return () => {
      document.removeEventListener("visibilitychange", handleVisible);
      controller.leave();
    };
  }, [controller]);

  const isAnswering = state.live !== null;
  // The list shows who is answering and the title a first question gives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when an answer begins and when it ends
  useEffect(() => {
    void client.invalidateQueries({ queryKey: chatKeys.sessions });
  }, [isAnswering, client]);

  // A message that is not among those the page brought: of another branch.
  useEffect(() => {
    if (!target || controller.snapshot().items.some(({ id }) => id === target)) return;
    controller.open(target).catch(reportFailure);
  }, [controller, target]);

  const noResults = t("sessions.heading");
  const untitled = t("untitled");
  usePaletteSource(
    useMemo(
      (): PaletteSource => ({
        id: "chats",
        heading: noResults,
        kind: noResults,
        search: async (keyword) => {
          const { items } = await client.fetchQuery(foundChatsQuery(keyword));
          return items
            .slice(0, 6)
            .map(({ id, title, messages: [hit] }) => ({ id, label: title || untitled, href: chatHref(id, hit?.id) }));
        },
      }),
      [client, noResults, untitled],
    ),
  );

  const handleSend = async (text: string) => {
    setEndSignal((signal) => signal + 1);
    const words = quote;
    setQuote(null);
    try {
      await controller.send(withQuote(words, text), modelId ?? undefined);
    } catch (error) {
      setQuote(words);
      reportFailure(error);
      throw error;
    }
  };
  const handleReAnswer = useCallback(
    (answerId: string) => {
      setEndSignal((signal) => signal + 1);
      controller.reAnswer(answerId, modelId ?? undefined).catch(reportFailure);
    },
    [controller, modelId],
  );
  const handleShow = useCallback((id: string) => void controller.show(id).catch(reportFailure), [controller]);

  const doors = useMemo(
    (): AnswerDoors => ({
      messages: "/chat/messages",
      hasSpeech: voice.speech,
      onQuote: (words) => {
        setQuote(quotable(words));
        composer.current?.focus();
      },
    }),
    [voice.speech],
  );

  const isEmpty = state.items.length === 0;
  const wasEmpty = useRef(isEmpty);
  // The composer moves from the middle to the foot with the first question: the caret goes along.
  useEffect(() => {
    if (wasEmpty.current && !isEmpty) composer.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  const current = models.items.find((model) => model.id === modelId);
  const composerElement = (
    <>
      <Composer
        ref={composer}
        draft={`chat:${session.id}`}
        // The quote goes along inside the text, and counts.
        max={CHAT_INPUT_MAX.personal - [...withQuote(quote, "")].length}
        about={quote && <QuoteInComposer words={quote} onRemove={() => setQuote(null)} />}
        placeholder={isEmpty ? t("composer.placeholder") : t("composer.placeholderFollow")}
        isAnswering={isAnswering}
        isSending={state.isSending}
        onSend={handleSend}
        onStop={() => controller.stop().catch(reportFailure)}
        tools={
          <>
            <ModelPicker models={models.items} defaultId={models.defaultId} value={modelId} onChange={setModelId} />
            {voice.transcription && <VoiceButton onText={(text) => composer.current?.add(text)} />}
          </>
        }
      />
      <p className="min-h-7 py-1 text-center text-xs leading-5 text-fg-3">
        {current?.builtin ? t("builtinNotice") : t("disclaimer")}
        {current?.builtin && modelAccessHref && (
          <Link href={modelAccessHref} prefetch={false} className="ml-2 text-primary-ink underline underline-offset-2">
            {t("connectModel")}
          </Link>
        )}
      </p>
    </>
  );

  const title = useSessionTitle(session, sessions, isAnswering);
  return (
    <AnswerDoorsContext value={doors}>
      <SidebarArea>
        <SessionList initial={sessions} currentId={session.id} />
      </SidebarArea>
      <TopBar
        title={session.temporary ? t("temporary.title") : title || (isEmpty ? t("untitled") : titleOf(state.items))}
      />
      {session.temporary && <TemporaryNotice />}
      {isEmpty ? (
        <ChatEmpty onPick={(prompt) => composer.current?.fill(prompt)}>
          {composerElement}
          <TemporarySwitch session={session} />
        </ChatEmpty>
      ) : (
        <MessageList
          state={state}
          reanswerMax={reanswerMax}
          endSignal={endSignal}
          target={target}
          onLoadEarlier={() => controller.loadEarlier().catch(reportFailure)}
          onLoadLater={() => controller.loadLater().catch(reportFailure)}
          onToEnd={() => controller.toEnd().catch(reportFailure)}
          onReAnswer={handleReAnswer}
          onShow={handleShow}
          footer={composerElement}
        />
      )}
      <QuoteSelection />
    </AnswerDoorsContext>
  );
}

/** Until the page is read anew, the first question stands in for the title it gave the chat. */
function titleOf(items: readonly ChatMessageDto[]): string {
  const first = items[0]?.parts.find((part) => part.type === "text");
  return first && "text" in first ? [...first.text.trim()].slice(0, 30).join("") : "";
}
