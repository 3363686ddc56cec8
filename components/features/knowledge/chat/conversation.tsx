"use client";

import { PanelRightClose, PanelRightOpen } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, useState } from "react";
import { ConversationComposer, type ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationMessages } from "@/components/chat/conversation-messages";
import { takeHandover } from "@/components/chat/handover";
import { useConversationTitle } from "@/components/chat/history/use-title";
import { usePromptOffers } from "@/components/chat/mentions/use-prompt-offers";
import { ModelPicker } from "@/components/chat/model-picker";
import { BaseNamesContext, SourceSelectionContext } from "@/components/chat/sources/context";
import { SourceSplit } from "@/components/chat/sources/source-split";
import { useSource } from "@/components/chat/sources/use-source";
import { useConversation } from "@/components/chat/use-conversation";
import type { ReaderAction, ReaderSelection } from "@/components/reader/reader";
import { IconButton } from "@/components/ui/icon-button";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { KnowledgeChatDto } from "@/lib/features/knowledge/chat-dto";
import { CHATS, useChatActions } from "@/lib/features/knowledge/chat-hooks";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";
import { mainHref, questionHref } from "@/lib/features/knowledge/paths";
import type { MessagePage } from "@/lib/stream/message-dto";
import { AfterAnswer } from "./after-answer";
import { BasePicker, type ChosenBase } from "./base-picker";
import { KnowledgeChatBar } from "./chat-bar";
import { SourcesSwitch } from "./sources-switch";

interface KnowledgeConversationProps {
  chat: KnowledgeChatDto;
  messages: MessagePage;
  options: ConversationOptions;
  /** A message that was looked for. */
  target: string | null;
}

/** A conversation with one to three bases, the reader beside it. */
export function KnowledgeConversation({ chat, messages, options, target }: KnowledgeConversationProps) {
  const t = useTranslations("knowledge-chat");
  const { models } = options;
  const { change, refresh } = useChatActions();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [useSources, setUseSources] = useState(true);
  const [picking, setPicking] = useState<"bar" | "composer" | null>(null);
  // Where none is chosen the settings of knowledge chat say which model answers.
  const conversation = useConversation({ id: chat.id, messages, asking: CHATS, modelId: chosenId, target });
  const { composer, isAnswering, isEmpty } = conversation;
  const offers = { commands: [], take: usePromptOffers(composer) };
  const sources = useSource();
  const { source, selection, openVersion, close, reopen } = sources;
  const title = useConversationTitle(ABOUT_KNOWLEDGE, chat, { isAnswering });

  // A right may have been withdrawn, and the bar shows the title a first question gives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when an answer begins and when it ends
  useEffect(() => {
    void refresh(chat.id);
  }, [isAnswering, chat.id]);

  const handleSend = (text: string) => conversation.ask(text, { fields: { useSources } });
  const ask = (text: string) => void conversation.askGiven(text, { fields: { useSources } }).catch(() => undefined);
  const latest = useRef({ ask, setChosenId });
  latest.current = { ask, setChosenId };

  const [asked, setAsked] = useState<string | null>(null);
  // What was asked on the screen where the conversation began; asked once the model is the one chosen there.
  useEffect(() => {
    const handover = takeHandover(chat.id);
    if (!handover?.question) return;
    if (handover.modelId) latest.current.setChosenId(handover.modelId);
    setAsked(handover.question);
  }, [chat.id]);
  useEffect(() => {
    if (asked === null) return;
    setAsked(null);
    latest.current.ask(asked);
  }, [asked]);

  const handleBases = (bases: readonly ChosenBase[]) => {
    if (bases.length === 0) return;
    composer.current?.dropMention();
    change.mutateAsync({ id: chat.id, baseIds: bases.map(({ id }) => id) }).catch(reportFailure);
  };
  /** What the selection menu of the reader asks for: the words become part of the next question. */
  const handleWords = (action: ReaderAction, { text }: ReaderSelection) => {
    if (action === "ask") conversation.onQuote(text);
    else ask(`${t(`words.${action === "translate" ? "translate" : "explain"}`)}\n\n> ${text.replaceAll("\n", "\n> ")}`);
  };

  const names = useMemo(() => new Map(chat.bases.map(({ id, name }) => [id, name])), [chat.bases]);
  const chosen: readonly ChosenBase[] = chat.bases;
  const picker = (place: "bar" | "composer") => (
    <BasePicker
      chosen={chosen}
      onChange={handleBases}
      place={place}
      isOpen={picking === place}
      onOpenChange={(isOpen) => setPicking(isOpen ? place : null)}
    />
  );
  const modelId = chosenId ?? models.defaultId;
  const input = (
    <ConversationComposer
      conversation={conversation}
      options={options}
      model={models.items.find(({ id }) => id === modelId)}
      draft={`knowledge:${chat.id}`}
      max={CHAT_INPUT_MAX.other}
      placeholder={t("composer.placeholder")}
      blocked={chosen.length === 0 ? t("composer.noBase") : undefined}
      note={chat.withdrawn > 0 ? t("composer.withdrawn", { count: chat.withdrawn }) : undefined}
      builtinNotice={t("composer.builtinNotice")}
      onSend={handleSend}
      offers={offers}
      onMention={() => setPicking("composer")}
      picker={<ModelPicker models={models.items} defaultId={models.defaultId} value={modelId} onChange={setChosenId} />}
      tools={
        <>
          {picker("composer")}
          <SourcesSwitch isOn={useSources} onChange={setUseSources} />
        </>
      }
    />
  );
  return (
    <BaseNamesContext value={names}>
      <SourceSelectionContext value={selection}>
        <KnowledgeChatBar
          title={title || t("history.untitled")}
          crumbs={[
            { label: t("center"), href: mainHref },
            { label: t("title"), href: questionHref() },
          ]}
          options={options}
          exportId={isEmpty ? null : chat.id}
        >
          {picker("bar")}
          <IconButton
            icon={source ? PanelRightClose : PanelRightOpen}
            label={t(source ? "bar.closeSource" : "bar.openSource")}
            aria-pressed={source !== null}
            onClick={() => (source ? close() : reopen())}
          />
        </KnowledgeChatBar>
        <SourceSplit name="knowledge-source" label={t("bar.resize")} sources={sources} onAsk={handleWords}>
          <ConversationMessages
            conversation={conversation}
            reanswerMax={options.reanswerMax}
            area={ABOUT_KNOWLEDGE}
            hasSpeech={options.voice.speech}
            after={(answer) => <AfterAnswer answer={answer} onAsk={ask} onOpen={openVersion} />}
          >
            {input}
          </ConversationMessages>
        </SourceSplit>
      </SourceSelectionContext>
    </BaseNamesContext>
  );
}
