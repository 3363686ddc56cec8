"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { storedContent } from "@/components/chat/answer";
import { type AnswerDoors, AnswerDoorsContext } from "@/components/chat/answer-doors";
import { Composer, type ComposerHandle } from "@/components/chat/composer";
import { MessageList } from "@/components/chat/message-list";
import { QuoteInComposer } from "@/components/chat/quote-in-composer";
import { QuoteSelection } from "@/components/chat/quote-selection";
import { quotable, withQuote } from "@/components/chat/quote-text";
import { useSourceParts } from "@/components/chat/sources/use-source-parts";
import { VoiceButton } from "@/components/chat/voice-button";
import { CollectAnswer } from "@/components/collected/collect-answer";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { type PaletteSource, usePaletteSource } from "@/lib/client/palette";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { ChatController } from "@/lib/features/chat/controller";
import type { ChatMessageDto, ChatModelDto, ChatSessionDto, VoiceDto } from "@/lib/features/chat/dto";
import { chatKeys, foundChatsQuery } from "@/lib/features/chat/hooks";
import type { ChatSettings } from "@/lib/features/chat/settings";
import { ChatEmpty } from "./chat-empty";
import { ChatFrame } from "./chat-frame";
import { ChatTools } from "./chat-tools";
import { EditedNote } from "./edited-note";
import { RoleChip } from "./role-chip";
import { SessionList } from "./session-list";
import { SettingsButton } from "./settings-button";
import { TemporaryNotice, TemporarySwitch, useTemporaryEnd } from "./temporary";
import { useChatChoices } from "./use-chat-choices";
import { useChatFiles } from "./use-chat-files";
import { chatHref } from "./use-session-commands";
import { useSessionTitle } from "./use-session-title";

const Comparison = lazy(() => import("./comparison").then((module) => ({ default: module.Comparison })));

interface ChatScreenProps {
  session: ChatSessionDto;
  sessions: ChatSessionDto[];
  messages: { items: ChatMessageDto[]; hasEarlier: boolean; hasLater?: boolean };
  models: { items: ChatModelDto[]; defaultId: string | null };
  /** What this chat begins with: its own settings, else the person's. */
  settings: ChatSettings;
  /** Name of the role that is on; null for none. */
  role: string | null;
  reanswerMax: number;
  fileLimits: FileLimits;
  /** Where a person who may do so connects models; null for others. */
  modelAccessHref: string | null;
  voice: VoiceDto;
  /** A message that was looked for. */
  target: string | null;
}

/** Personal chat: the chats at the left, the conversation, the composer. */
export function ChatScreen(props: ChatScreenProps) {
  const { session, sessions, messages, models, settings, reanswerMax, fileLimits, modelAccessHref, voice, target } =
    props;
  const t = useTranslations("chat");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page's messages begin a chat, the controller continues it
  const controller = useMemo(() => new ChatController(session.id, messages), [session.id]);
  const state = useSyncExternalStore(controller.subscribe, controller.snapshot, controller.snapshot);
  const choices = useChatChoices(session.id, models, settings);
  const { modelId, model: current } = choices;
  const [role, setRole] = useState(props.role);
  const [edited, setEdited] = useState<ChatMessageDto | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
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

  const files = useChatFiles({
    draft: `chat:${session.id}`,
    limits: fileLimits,
    model: current,
    onRemoved: () => composer.current?.focus(),
  });
  const sources = useSourceParts(state);

  const handleSend = async (text: string) => {
    setEndSignal((signal) => signal + 1);
    const words = quote;
    setQuote(null);
    try {
      await files.withFiles(async (sent) => {
        if (choices.compared.length > 0 && !edited) {
          await controller.compare(withQuote(words, text), choices.compared, sent);
          setCompared(comparedIn(controller.snapshot().items.at(-1)));
        } else {
          setCompared(null);
          setEdited(null);
          await controller.send(withQuote(words, text), modelId ?? undefined, {
            files: sent,
            edited: edited ?? undefined,
          });
        }
      });
    } catch (error) {
      setEdited(edited);
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
  const handleContinue = useCallback(
    (answerId: string) => controller.continue(answerId, modelId ?? undefined).catch(reportFailure),
    [controller, modelId],
  );
  const handleConsent = useCallback(
    (callId: string, allowed: boolean) => controller.consent(callId, allowed),
    [controller],
  );
  const handleEdit = useCallback((question: ChatMessageDto) => {
    setEdited(question);
    composer.current?.fill(storedContent(question).text);
  }, []);
  const handleCompare = useCallback((answer: ChatMessageDto) => setCompared(comparedIn(answer)), []);
  const handleShow = useCallback((id: string) => void controller.show(id).catch(reportFailure), [controller]);

  const doors = useMemo(
    (): AnswerDoors => ({
      messages: "/chat/messages",
      hasSpeech: voice.speech,
      More: CollectAnswer,
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
  const composerElement = (
    <>
      <Composer
        ref={composer}
        draft={`chat:${session.id}`}
        // The quote goes along inside the text, and counts.
        max={CHAT_INPUT_MAX.personal - [...withQuote(quote, "")].length}
        placeholder={isEmpty ? t("composer.placeholder") : t("composer.placeholderFollow")}
        isAnswering={isAnswering}
        isSending={state.isSending}
        onSend={handleSend}
        onStop={() => controller.stop().catch(reportFailure)}
        blocked={files.blocked}
        about={
          (role || edited || quote || files.list) && (
            <div className="space-y-2">
              {role && <RoleChip sessionId={session.id} name={role} onRemoved={() => setRole(null)} />}
              {edited && <EditedNote onCancel={() => setEdited(null)} />}
              {quote && <QuoteInComposer words={quote} onRemove={() => setQuote(null)} />}
              {files.list}
            </div>
          )
        }
        tools={
          <>
            {files.button}
            <ChatTools
              sessionId={session.id}
              models={models}
              choices={choices}
              turns={isAnswering ? -1 : state.items.length}
            />
            {voice.transcription && <VoiceButton onText={(text) => composer.current?.add(text)} />}
          </>
        }
      />
      <p role={files.blocked ? "status" : undefined} className="min-h-7 py-1 text-center text-xs leading-5 text-fg-3">
        {files.blocked ?? (current?.builtin ? t("builtinNotice") : t("disclaimer"))}
        {!files.blocked && current?.builtin && modelAccessHref && (
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
      <ChatFrame
        bar={
          <TopBar
            title={session.temporary ? t("temporary.title") : title || (isEmpty ? t("untitled") : titleOf(state.items))}
            actions={<SettingsButton sessionId={session.id} models={models.items} choices={choices} />}
          />
        }
        onFiles={files.add}
      >
        {session.temporary && <TemporaryNotice />}
        {isEmpty ? (
          <ChatEmpty sessionId={session.id} onPick={(prompt) => composer.current?.fill(prompt)}>
            {composerElement}
            <TemporarySwitch session={session} />
          </ChatEmpty>
        ) : (
          <MessageList
            state={state}
            reanswerMax={reanswerMax}
            endSignal={endSignal}
            target={target}
            onLoadLater={() => controller.loadLater().catch(reportFailure)}
            onToEnd={() => controller.toEnd().catch(reportFailure)}
            onLoadEarlier={() => controller.loadEarlier().catch(reportFailure)}
            onReAnswer={handleReAnswer}
            onShow={handleShow}
            onContinue={handleContinue}
            onConsent={handleConsent}
            onEdit={handleEdit}
            onCompare={handleCompare}
            instead={(answer) =>
              compared && answer.comparisonId === compared.comparisonId ? (
                <LazyBoundary onFailure={() => setCompared(null)}>
                  <Comparison
                    sessionId={session.id}
                    {...compared}
                    state={state}
                    onStop={() => controller.stop().catch(reportFailure)}
                    onKeep={(id) => {
                      setCompared(null);
                      handleShow(id);
                    }}
                    onClose={() => setCompared(null)}
                  />
                </LazyBoundary>
              ) : null
            }
            footer={composerElement}
            sources={sources}
          />
        )}
      </ChatFrame>
      <QuoteSelection />
    </AnswerDoorsContext>
  );
}

interface Compared {
  questionId: string;
  comparisonId: string;
}

function comparedIn(answer: ChatMessageDto | undefined): Compared | null {
  if (!answer?.parentId || !answer.comparisonId) return null;
  return { questionId: answer.parentId, comparisonId: answer.comparisonId };
}

/** Until the page is read anew, the first question stands in for the title it gave the chat. */
function titleOf(items: readonly ChatMessageDto[]): string {
  const first = items[0]?.parts.find((part) => part.type === "text");
  return first && "text" in first ? [...first.text.trim()].slice(0, 30).join("") : "";
}
