"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ChatFrame } from "@/components/chat/chat-frame";
import { Composer, type ComposerHandle } from "@/components/chat/composer";
import { ConversationComposer, type ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationMessages } from "@/components/chat/conversation-messages";
import { useQuestionFiles } from "@/components/chat/files/use-question-files";
import { saveHandover, takeHandover } from "@/components/chat/handover";
import { usePromptOffers } from "@/components/chat/mentions/use-prompt-offers";
import { useConversation } from "@/components/chat/use-conversation";
import { VoiceButton } from "@/components/chat/voice-button";
import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { reportFailure } from "@/lib/client/report-failure";
import { talks } from "@/lib/config/app-kinds";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { firstMessagesQuery } from "@/lib/conversation/client/hooks";
import { conversationsWith } from "@/lib/features/apps/conversation";
import type { OpenAppDto } from "@/lib/features/apps/dto";
import { APP_CHATS, appKeys, useAppActions } from "@/lib/features/apps/hooks";
import { type AppInputs, wrongInputs } from "@/lib/features/apps/variables";
import type { FileLimits } from "@/lib/features/chat/attachments";
import type { MessagePage } from "@/lib/stream/message-dto";
import { AppIcon } from "../app-icon";
import { InputsForm } from "./inputs-form";

export type TalkedApp = Pick<
  OpenAppDto,
  "id" | "name" | "icon" | "kind" | "description" | "opening" | "questions" | "variables" | "takesFiles" | "hasVoice"
>;

/** Of an app that is set to be neither heard nor read aloud. */
const SILENT = { speech: false, transcription: false };

interface AppTalkProps {
  app: TalkedApp;
  options: ConversationOptions;
  fileLimits: FileLimits;
  /** The conversation in view; null: one begins with the first question. */
  sessionId: string | null;
  onSession: (id: string) => void;
  /** The draft is tried, and nothing of it kept. */
  isTrial?: boolean;
  /** Done before each question: what was changed is kept. */
  before?: () => Promise<unknown>;
  /** A message that is looked for. */
  target?: string | null;
  /** Above the conversation. */
  bar: ReactNode;
}

/** Talking with an app: where it begins with its opening, form and questions, then the conversation itself. */
export function AppTalk({ sessionId, ...props }: AppTalkProps) {
  if (!sessionId) return <Start key={props.app.id} {...props} />;
  return <Opened key={sessionId} sessionId={sessionId} {...props} />;
}

type StartProps = Omit<AppTalkProps, "sessionId">;

function Start({ app, options, fileLimits, onSession, isTrial = false, before, bar }: StartProps) {
  const t = useTranslations("apps-chat");
  const composer = useRef<ComposerHandle>(null);
  const { begin } = useAppActions();
  const [inputs, setInputs] = useState<AppInputs>({});
  const [wasSent, setWasSent] = useState(false);
  const wrong = wrongInputs(app.variables, inputs);
  const draft = `app:new:${app.id}${isTrial ? ":trial" : ""}`;
  const files = useQuestionFiles({
    draft,
    limits: fileLimits,
    model: undefined,
    onRemoved: () => composer.current?.focus(),
  });
  const handleSend = async (question: string) => {
    setWasSent(true);
    if (Object.keys(wrong).length > 0) throw new Error("the form is not filled in");
    await files.withFiles(async (sent) => {
      try {
        await before?.();
        const chat = await begin.mutateAsync({ id: app.id, inputs, ...(isTrial && { version: "draft" }) });
        saveHandover(chat.id, { question, files: sent });
        onSession(chat.id);
      } catch (error) {
        reportFailure(error);
        throw error;
      }
    });
  };
  const isUnfilled = wasSent && Object.keys(wrong).length > 0;
  return (
    <ChatFrame bar={bar} onFiles={app.takesFiles ? files.add : () => undefined}>
      <div className="flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-4 py-6">
        <div className="my-auto w-full max-w-(--w-reading)">
          <div className="mb-5 flex flex-col items-center gap-2 text-center">
            <AppIcon icon={app.icon} id={app.id} size={44} />
            <h2 className="text-balance font-semibold text-2xl">{app.name}</h2>
            {(app.opening || app.description) && (
              <p className="max-w-120 whitespace-pre-line text-balance text-base text-fg-2">
                {app.opening || app.description}
              </p>
            )}
          </div>
          {app.variables.length > 0 && (
            <div className="mb-4 rounded-md border bg-background p-4">
              <InputsForm variables={app.variables} values={inputs} wrong={wasSent ? wrong : {}} onChange={setInputs} />
            </div>
          )}
          <Composer
            ref={composer}
            draft={draft}
            max={CHAT_INPUT_MAX.other}
            placeholder={t("placeholder", { name: app.name })}
            isAnswering={false}
            isSending={begin.isPending}
            onSend={handleSend}
            onStop={() => undefined}
            blocked={isUnfilled ? t("fillIn") : files.blocked}
            about={app.takesFiles && files.list}
            model={null}
            tools={
              <>
                {app.takesFiles && files.button}
                {app.hasVoice && options.voice.transcription && (
                  <VoiceButton onText={(text) => composer.current?.add(text)} />
                )}
              </>
            }
          />
          {app.questions.length > 0 && (
            <ul className="mt-4 flex flex-wrap justify-center gap-2">
              {app.questions.map((question) => (
                <li key={question}>
                  <button
                    type="button"
                    onClick={() => composer.current?.fill(question)}
                    className="min-h-8 rounded-full border bg-background px-3 py-1 text-left text-sm hover:border-border-strong hover:bg-subtle pointer-coarse:min-h-11"
                  >
                    {question}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </ChatFrame>
  );
}

interface OpenedProps extends StartProps {
  sessionId: string;
}

function Opened(props: OpenedProps) {
  const { sessionId, target = null, bar } = props;
  const { data, error, refetch } = useQuery(firstMessagesQuery(sessionId, target));
  if (data) return <Talk key={target} messages={data} {...props} />;
  return (
    <>
      {bar}
      {error ? <ErrorState onRetry={() => void refetch()} /> : <PanelSkeleton />}
    </>
  );
}

function Talk({ app, options, fileLimits, sessionId, messages, ...props }: OpenedProps & { messages: MessagePage }) {
  const { target = null, isTrial = false, before, bar } = props;
  const t = useTranslations("apps-chat");
  const client = useQueryClient();
  const conversation = useConversation({ id: sessionId, messages, asking: APP_CHATS, modelId: null, target });
  const { composer, isAnswering } = conversation;
  const prompts = usePromptOffers(composer);
  const draft = `app:${sessionId}`;
  const files = useQuestionFiles({
    draft,
    limits: fileLimits,
    model: undefined,
    onRemoved: () => composer.current?.focus(),
  });
  const ask = async (text: string, sent: Parameters<typeof conversation.ask>[1]) => {
    await before?.();
    await conversation.ask(text, app.takesFiles ? sent : {});
  };
  const latest = useRef(ask);
  latest.current = ask;
  // What was asked where the conversation began.
  useEffect(() => {
    const { question, files: brought = [] } = takeHandover(sessionId) ?? {};
    if (!question) return;
    latest.current(question, { files: brought }).catch(() => composer.current?.fill(question));
  }, [sessionId, composer]);
  // The apps used last are read anew with the first answer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when an answer ends
  useEffect(() => {
    if (!isAnswering && !isTrial) void client.invalidateQueries({ queryKey: appKeys.recent });
  }, [isAnswering]);
  const voice = app.hasVoice ? options.voice : SILENT;
  const area = talks(app.kind) ? conversationsWith({ ...app, kind: app.kind }) : null;
  return (
    <ChatFrame bar={bar} onFiles={app.takesFiles ? files.add : () => undefined}>
      <ConversationMessages
        conversation={conversation}
        reanswerMax={options.reanswerMax}
        area={isTrial ? null : area}
        hasSpeech={voice.speech}
      >
        <ConversationComposer
          conversation={conversation}
          options={{ ...options, voice }}
          model={undefined}
          draft={draft}
          max={CHAT_INPUT_MAX.other}
          placeholder={t("placeholder", { name: app.name })}
          offers={{ commands: [], take: prompts }}
          blocked={files.blocked}
          builtinNotice=""
          onSend={(text) => files.withFiles((sent) => ask(text, { files: sent }))}
          about={app.takesFiles && files.list}
          picker={null}
          tools={app.takesFiles && files.button}
        />
      </ConversationMessages>
    </ChatFrame>
  );
}
