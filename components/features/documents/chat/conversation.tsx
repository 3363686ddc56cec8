"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type AnswerDoors, AnswerDoorsContext } from "@/components/chat/answer-doors";
import type { ComposerHandle } from "@/components/chat/composer";
import { MessageList } from "@/components/chat/message-list";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { SOURCE_PARTS } from "@/components/chat/sources/parts";
import { useSource } from "@/components/chat/sources/use-source";
import { useSourceKey } from "@/components/chat/sources/use-source-key";
import { CollectAnswer } from "@/components/collected/collect-answer";
import { Split } from "@/components/common/split";
import { useNarrowMenu } from "@/components/layout/sidebar-area";
import { Reader, type ReaderAction, type ReaderSelection } from "@/components/reader/reader";
import { reportFailure } from "@/lib/client/report-failure";
import { ChatController, type QuestionExtras } from "@/lib/features/chat/controller";
import type { DocumentChatDto } from "@/lib/features/documents/dto";
import { CHATS, documentKeys, isRunning, MESSAGES } from "@/lib/features/documents/hooks";
import type { MessagePage } from "@/lib/stream/message-dto";
import type { MessagePart } from "@/lib/stream/parts";
import { takeHandover } from "../handover";
import { ChatBar, type ChatTab } from "./chat-bar";
import { ChatComposer } from "./chat-composer";
import { ChatStart } from "./chat-start";
import type { ChatOptions } from "./document-chat-screen";
import { DocumentChips } from "./document-chips";
import { TableView } from "./table-view";

type Quote = Extract<MessagePart, { type: "quote" }>;

interface ConversationProps {
  chat: DocumentChatDto;
  messages: MessagePage;
  options: ChatOptions;
}

/** A conversation over one or several documents, the reader beside it, its table behind a tab. */
export function Conversation({ chat, messages, options }: ConversationProps) {
  const t = useTranslations("documents");
  const client = useQueryClient();
  const paths = { sessions: CHATS, messages: MESSAGES };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first messages begin it, the controller continues it
  const controller = useMemo(() => new ChatController(chat.id, messages, paths), [chat.id]);
  const state = useSyncExternalStore(controller.subscribe, controller.snapshot, controller.snapshot);
  const [tab, setTab] = useState<ChatTab>("chat");
  const [modelId, setModelId] = useState<string | null>(null);
  const [quote, setQuote] = useState<Quote | null>(null);
  const [endSignal, setEndSignal] = useState(0);
  const composer = useRef<ComposerHandle>(null);
  const { source, selection, openVersion, follow, close, reopen } = useSource();
  useNarrowMenu(source !== null);

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
    void client.invalidateQueries({ queryKey: documentKeys.chats });
    void client.invalidateQueries({ queryKey: documentKeys.chat(chat.id) });
  }, [isAnswering, client]);

  const send = useCallback(
    async (text: string, about: Quote | null, extras?: Omit<QuestionExtras, "quote">) => {
      setEndSignal((signal) => signal + 1);
      setTab("chat");
      try {
        await controller.send(text, modelId ?? undefined, { quote: about ?? undefined, ...extras });
      } catch (error) {
        reportFailure(error);
        throw error;
      }
    },
    [controller, modelId],
  );
  const handleSend = async (text: string) => {
    const about = quote;
    setQuote(null);
    try {
      await send(text, about);
    } catch (error) {
      setQuote(about);
      throw error;
    }
  };

  /** What the selection menu of the reader asks for (spec D10). */
  const handleWords = (action: ReaderAction, { text, versionId, fileName, from, to }: ReaderSelection) => {
    const words: Quote = { type: "quote", text, versionId, fileName, from, to };
    setTab("chat");
    if (action === "explain" || action === "translate") {
      void send("", words, { fields: { action }, shown: t(`chat.${action}`) }).catch(() => undefined);
    } else {
      setQuote(words);
      composer.current?.focus();
    }
  };
  const latestWords = useRef(handleWords);
  latestWords.current = handleWords;

  // What the person chose on the screen they came from.
  useEffect(() => {
    const handover = takeHandover(chat.id);
    if (handover?.question) composer.current?.fill(handover.question);
    if (handover?.words) {
      openVersion(handover.words.versionId);
      latestWords.current(handover.action ?? "ask", handover.words);
    }
  }, [chat.id, openVersion]);

  const handleReAnswer = useCallback(
    (answerId: string) => {
      setEndSignal((signal) => signal + 1);
      controller.reAnswer(answerId, modelId ?? undefined).catch(reportFailure);
    },
    [controller, modelId],
  );
  const handleShow = useCallback((id: string) => void controller.show(id).catch(reportFailure), [controller]);

  const hasSpeech = options.voice.speech;
  const doors = useMemo((): AnswerDoors => ({ messages: MESSAGES, hasSpeech, More: CollectAnswer }), [hasSpeech]);

  const { documents } = chat;
  useSourceKey(() => {
    if (source) close();
    else if (!reopen()) {
      const first = documents.find(({ parse }) => parse.status === "ready");
      if (first) openVersion(first.versionId);
    }
  });
  const running = documents.filter(({ parse }) => isRunning(parse.status)).length;
  const isReady = documents.some(({ parse }) => parse.status === "ready");
  const blocked = isReady
    ? undefined
    : documents.length === 0
      ? t("chat.noDocuments")
      : running > 0
        ? t("chat.running")
        : t("chat.failed");
  const footer = (
    <ChatComposer
      ref={composer}
      chatId={chat.id}
      options={options}
      modelId={modelId}
      isAnswering={isAnswering}
      isSending={state.isSending}
      isFirst={state.items.length === 0}
      blocked={blocked}
      note={isReady && running > 0 ? t("chat.someRunning", { count: running }) : undefined}
      quote={quote}
      onQuote={setQuote}
      onModel={setModelId}
      onDictated={(text) => composer.current?.add(text)}
      onSend={handleSend}
      onStop={() => controller.stop().catch(reportFailure)}
    />
  );
  return (
    <SourceSelectionContext value={selection}>
      <ChatBar chat={chat} tab={tab} canExport={state.items.length > 0} onTab={setTab} options={options} />
      <Split
        name="document-source"
        initial={540}
        label={t("view.resize")}
        side={
          source && (
            <Reader
              versionId={source.versionId}
              citations={source.citations}
              activeId={source.activeId}
              onActiveChange={follow}
              onClose={close}
              onAsk={handleWords}
            />
          )
        }
      >
        <DocumentChips chat={chat} onOpen={openVersion} openVersionId={source?.versionId ?? null} />
        {tab === "table" ? (
          <TableView chatId={chat.id} modelId={modelId} blocked={blocked} />
        ) : state.items.length === 0 ? (
          <ChatStart documents={documents} onPick={(question) => composer.current?.fill(question)}>
            {footer}
          </ChatStart>
        ) : (
          <AnswerDoorsContext value={doors}>
            <MessageList
              state={state}
              reanswerMax={options.reanswerMax}
              endSignal={endSignal}
              onLoadEarlier={() => controller.loadEarlier().catch(reportFailure)}
              onReAnswer={handleReAnswer}
              onShow={handleShow}
              footer={footer}
              sources={SOURCE_PARTS}
            />
          </AnswerDoorsContext>
        )}
      </Split>
    </SourceSelectionContext>
  );
}
