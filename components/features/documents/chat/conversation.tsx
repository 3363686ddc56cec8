"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ComparePicker } from "@/components/chat/compare/compare-picker";
import { ConversationComposer, type ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationMessages } from "@/components/chat/conversation-messages";
import { takeHandover } from "@/components/chat/handover";
import { usePromptOffers } from "@/components/chat/mentions/use-prompt-offers";
import { ModelPicker } from "@/components/chat/model-picker";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { Quoted } from "@/components/chat/sources/quoted";
import { SourceSplit } from "@/components/chat/sources/source-split";
import { useSource } from "@/components/chat/sources/use-source";
import { useConversation } from "@/components/chat/use-conversation";
import type { ReaderAction, ReaderSelection } from "@/components/reader/reader";
import type { Jump } from "@/components/reader/types";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { ABOUT_DOCUMENTS } from "@/lib/features/documents/conversation";
import type { DocumentChatDto } from "@/lib/features/documents/dto";
import { CHATS, documentKeys } from "@/lib/features/documents/hooks";
import { isRunning } from "@/lib/ingestion/client/status";
import type { MessagePage } from "@/lib/stream/message-dto";
import type { MessagePart } from "@/lib/stream/parts";
import { ChatBar, type ChatTab } from "./chat-bar";
import { ChatStart } from "./chat-start";
import { DocumentChips } from "./document-chips";
import { TableView } from "./table-view";

/** The reader stands beside the conversation, not over it. */
const WIDE = "(width >= 80rem)";

type Quote = Extract<MessagePart, { type: "quote" }>;

interface DocumentConversationProps {
  chat: DocumentChatDto;
  messages: MessagePage;
  options: ConversationOptions;
  /** A message that was looked for. */
  target: string | null;
}

/** A conversation over one or several documents, the reader beside it, its table behind a tab. */
export function DocumentConversation({ chat, messages, options, target }: DocumentConversationProps) {
  const t = useTranslations("documents");
  const client = useQueryClient();
  const { models } = options;
  const [tab, setTab] = useState<ChatTab>("chat");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const modelId = chosenId ?? models.defaultId;
  const [compared, setCompared] = useState<readonly string[]>([]);
  const [quote, setQuote] = useState<Quote | null>(null);
  // Where none is chosen the person's configuration of reading says which model answers.
  const conversation = useConversation({ id: chat.id, messages, asking: CHATS, modelId: chosenId, target });
  const { composer, isAnswering, isEmpty } = conversation;
  const offers = { commands: [], take: usePromptOffers(composer) };
  const sources = useSource();
  const { source, selection, openVersion } = sources;
  const [place, setPlace] = useState<{ versionId: string; jump: Jump } | null>(null);
  const isThere = source?.citations.length === 0 && source.versionId === place?.versionId;

  // The bar shows the title a first question gives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when an answer begins and when it ends
  useEffect(() => {
    void client.invalidateQueries({ queryKey: documentKeys.chat(chat.id) });
  }, [isAnswering, client]);

  const handleSend = async (text: string) => {
    const about = quote;
    setQuote(null);
    setTab("chat");
    try {
      await conversation.ask(text, { quote: about ?? undefined, compared });
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
      const asked = { quote: words, fields: { action }, shown: t(`chat.${action}`) };
      void conversation.ask("", asked).catch(() => undefined);
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
    const { place } = handover ?? {};
    // Where there is room, what was read stays in view beside the conversation.
    if (place && window.matchMedia(WIDE).matches) {
      openVersion(place.versionId);
      setPlace({ versionId: place.versionId, jump: { at: 0, part: place.part, to: "part" } });
    }
    if (handover?.words) {
      openVersion(handover.words.versionId);
      latestWords.current(handover.action ?? "ask", handover.words);
    }
  }, [chat.id, openVersion, composer]);

  const { documents } = chat;
  const openFirst = () => {
    const first = documents.find(({ parse }) => parse.status === "ready");
    if (first) openVersion(first.versionId);
  };
  const { blocked, note } = useReadiness(documents);
  const input = (
    <ConversationComposer
      conversation={conversation}
      options={options}
      model={models.items.find(({ id }) => id === modelId)}
      draft={`documents:${chat.id}`}
      max={CHAT_INPUT_MAX.other}
      placeholder={t("chat.placeholder")}
      blocked={blocked}
      note={note}
      builtinNotice={t("chat.builtinNotice")}
      offers={offers}
      onSend={handleSend}
      about={quote && <Quoted quote={quote} onRemove={() => setQuote(null)} />}
      picker={<ModelPicker models={models.items} defaultId={models.defaultId} value={modelId} onChange={setChosenId} />}
      tools={<ComparePicker models={models.items} chosen={compared} onChange={setCompared} />}
    />
  );
  return (
    <SourceSelectionContext value={selection}>
      <ChatBar chat={chat} tab={tab} isAnswering={isAnswering} canExport={!isEmpty} onTab={setTab} options={options} />
      <SourceSplit
        name="document-source"
        label={t("view.resize")}
        sources={sources}
        onFirst={openFirst}
        place={isThere && place?.jump.part !== undefined ? place.jump : null}
        onAsk={handleWords}
      >
        <DocumentChips chat={chat} onOpen={openVersion} openVersionId={source?.versionId ?? null} />
        {tab === "table" ? (
          <TableView chatId={chat.id} modelId={chosenId} blocked={blocked} />
        ) : isEmpty ? (
          <ChatStart documents={documents} onPick={(question) => composer.current?.fill(question)}>
            {input}
          </ChatStart>
        ) : (
          <ConversationMessages
            conversation={conversation}
            reanswerMax={options.reanswerMax}
            area={ABOUT_DOCUMENTS}
            hasSpeech={options.voice.speech}
            onKept={(kept) => {
              setCompared([]);
              if (models.items.some(({ id }) => id === kept)) setChosenId(kept);
            }}
          >
            {input}
          </ConversationMessages>
        )}
      </SourceSplit>
    </SourceSelectionContext>
  );
}

/** Why nothing can be asked of the documents yet, or what an answer will do without. */
function useReadiness(documents: DocumentChatDto["documents"]): { blocked?: string; note?: string } {
  const t = useTranslations("documents.chat");
  const running = documents.filter(({ parse }) => isRunning(parse.status)).length;
  if (documents.some(({ parse }) => parse.status === "ready")) {
    return { note: running > 0 ? t("someRunning", { count: running }) : undefined };
  }
  if (documents.length === 0) return { blocked: t("noDocuments") };
  return { blocked: running > 0 ? t("running") : t("failed") };
}
