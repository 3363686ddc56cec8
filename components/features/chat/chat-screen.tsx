"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { ChatFrame } from "@/components/chat/chat-frame";
import { ConversationComposer, type ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationMessages } from "@/components/chat/conversation-messages";
import { useQuestionFiles } from "@/components/chat/files/use-question-files";
import { ShareButton } from "@/components/chat/history/share-button";
import { useConversationTitle } from "@/components/chat/history/use-title";
import type { ComposerOffers } from "@/components/chat/mentions/offers";
import { usePromptOffers } from "@/components/chat/mentions/use-prompt-offers";
import { ModelPicker } from "@/components/chat/model-picker";
import { BaseNamesContext } from "@/components/chat/sources/context";
import { useConversation } from "@/components/chat/use-conversation";
import { SidebarArea } from "@/components/layout/sidebar-area";
import { TopBar } from "@/components/layout/top-bar";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { ConversationDto } from "@/lib/conversation/dto";
import type { ChatSettings } from "@/lib/conversation/settings";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { PERSONAL } from "@/lib/features/chat/conversation";
import type { ChatMessageDto, MessagePage } from "@/lib/stream/message-dto";
import { ChatEmpty } from "./chat-empty";
import { ChatTools } from "./chat-tools";
import { RoleChip } from "./role-chip";
import { SessionList } from "./session-list";
import { SettingsButton } from "./settings-button";
import { TemporaryNotice, TemporarySwitch, useTemporaryEnd } from "./temporary";
import { useChatBases } from "./use-chat-bases";
import { useChatChoices } from "./use-chat-choices";

interface ChatScreenProps {
  session: ConversationDto;
  sessions: ConversationDto[];
  messages: MessagePage;
  options: ConversationOptions;
  /** What this chat begins with: its own settings, else the person's. */
  settings: ChatSettings;
  /** Name of the role that is on; null for none. */
  role: string | null;
  fileLimits: FileLimits;
  /** A message that was looked for. */
  target: string | null;
  /** Beside a chat in which nothing was said yet. */
  guide?: ReactNode;
}

/** Personal chat: the chats at the left, the conversation, the composer. */
export function ChatScreen({ session, sessions, messages, options, settings, fileLimits, ...props }: ChatScreenProps) {
  const t = useTranslations("chat");
  const { models, voice } = options;
  const choices = useChatChoices(session.id, models, settings);
  const conversation = useConversation({ id: session.id, messages, modelId: choices.modelId, target: props.target });
  const { composer, isEmpty, isAnswering, state } = conversation;
  const [role, setRole] = useState(props.role);
  const draft = `chat:${session.id}`;
  const files = useQuestionFiles({
    draft,
    limits: fileLimits,
    model: choices.model,
    onRemoved: () => composer.current?.focus(),
  });
  const bases = useChatBases({
    edited: conversation.edited,
    items: state.items,
    onRemoved: () => composer.current?.focus(),
  });
  const title = useConversationTitle(PERSONAL, session, { isAnswering, initial: sessions });
  const router = useRouter();
  const prompts = usePromptOffers(composer, (promptId) =>
    // The prompt's own drawer has a form for its places, and comes back with the text.
    router.push(`/personal/chat?view=prompts&id=${session.id}&prompt=${promptId}`),
  );
  const offers: ComposerOffers = {
    commands: files.commands,
    take: {
      ...prompts,
      role: ({ id, label }) => {
        api
          .put(`/chat/sessions/${session.id}/role`, { promptId: id })
          .then(() => setRole(label))
          .catch(reportFailure);
      },
      file: ({ id }) => files.addStored(id),
      base: bases.add,
    },
  };
  useTemporaryEnd(session, conversation.controller);

  const input = (
    <ConversationComposer
      conversation={conversation}
      options={options}
      model={choices.model}
      draft={draft}
      max={CHAT_INPUT_MAX.personal}
      placeholder={t("composer.placeholder")}
      blocked={files.blocked}
      builtinNotice={t("builtinNotice")}
      offers={offers}
      onSend={(text) =>
        files.withFiles((sent) =>
          conversation.ask(text, { files: sent, bases: bases.bases, compared: choices.compared }),
        )
      }
      about={
        (role || bases.list || files.list) && (
          <>
            {role && <RoleChip sessionId={session.id} name={role} onRemoved={() => setRole(null)} />}
            {bases.list}
            {files.list}
          </>
        )
      }
      picker={
        <ModelPicker
          models={models.items}
          defaultId={models.defaultId}
          value={choices.modelId}
          onChange={choices.chooseModel}
        />
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
        </>
      }
    />
  );
  return (
    <>
      <SidebarArea>
        <SessionList initial={sessions} currentId={session.id} />
      </SidebarArea>
      <ChatFrame
        bar={
          <TopBar
            title={session.temporary ? t("temporary.title") : title || (isEmpty ? t("untitled") : titleOf(state.items))}
            actions={
              <>
                {!session.temporary && !isEmpty && <ShareButton area={PERSONAL} id={session.id} />}
                <SettingsButton sessionId={session.id} models={models.items} choices={choices} />
              </>
            }
          />
        }
        onFiles={files.add}
      >
        {session.temporary && <TemporaryNotice />}
        {isEmpty ? (
          <ChatEmpty
            sessionId={session.id}
            guide={!session.temporary && props.guide}
            onPick={(prompt) => composer.current?.fill(prompt)}
          >
            {input}
            <TemporarySwitch session={session} />
          </ChatEmpty>
        ) : (
          <BaseNamesContext value={bases.names}>
            <ConversationMessages
              conversation={conversation}
              area={session.temporary ? null : PERSONAL}
              reanswerMax={options.reanswerMax}
              hasSpeech={voice.speech}
              onKept={(modelId) => {
                choices.compare([]);
                if (models.items.some(({ id }) => id === modelId)) choices.chooseModel(modelId);
              }}
            >
              {input}
            </ConversationMessages>
          </BaseNamesContext>
        )}
      </ChatFrame>
    </>
  );
}

/** Until the page is read anew, the first question stands in for the title it gave the chat. */
function titleOf(items: readonly ChatMessageDto[]): string {
  const first = items[0]?.parts.find((part) => part.type === "text");
  return first && "text" in first ? [...first.text.trim()].slice(0, 30).join("") : "";
}
