"use client";

import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationMessages } from "@/components/chat/conversation-messages";
import { saveHandover, takeHandover } from "@/components/chat/handover";
import { ConversationList } from "@/components/chat/history/conversation-list";
import { ShareButton } from "@/components/chat/history/share-button";
import { useHistoryTexts } from "@/components/chat/history/use-texts";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { SourceSplit } from "@/components/chat/sources/source-split";
import { useSource } from "@/components/chat/sources/use-source";
import { useConversation } from "@/components/chat/use-conversation";
import { ErrorState } from "@/components/common/error-state";
import { FullState } from "@/components/common/full-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TextExportMenu } from "@/components/common/text-export-menu";
import { NotFoundPanel } from "@/components/layout/not-found-panel";
import { Button } from "@/components/ui/button";
import { ApiError } from "@/lib/client/api-error";
import { reportFailure } from "@/lib/client/report-failure";
import { downloadConversation, firstMessagesQuery } from "@/lib/conversation/client/hooks";
import { conversationsWith } from "@/lib/features/apps/conversation";
import type { AppChatDto, OpenAppDto } from "@/lib/features/apps/dto";
import { APP_CHATS, appChatQuery, useAppActions } from "@/lib/features/apps/hooks";
import { resultHref } from "@/lib/features/apps/paths";
import { type AppInputs, inputsText, wrongInputs } from "@/lib/features/apps/variables";
import type { MessagePage } from "@/lib/stream/message-dto";
import { AppBar, AppMarks } from "../app-bar";
import { AppsSidebar } from "../apps-frame";
import { InputsForm } from "../chat/inputs-form";

type WrittenApp = Pick<OpenAppDto, "id" | "name" | "icon" | "description" | "variables">;

interface ResultScreenProps {
  app: WrittenApp;
  options: ConversationOptions;
}

/** The form of an app that writes beside what it wrote; earlier runs stand in the sidebar. */
export function ResultScreen({ app, options }: { app: OpenAppDto; options: ConversationOptions }) {
  const router = useRouter();
  const runId = useSearchParams().get("run");
  const area = conversationsWith({ id: app.id, kind: "generation" });
  return (
    <>
      <AppsSidebar currentId={app.id}>
        <History app={app} currentId={runId} />
      </AppsSidebar>
      <AppBar
        app={app}
        name={app.name}
        meta={<AppMarks app={app} />}
        actions={
          runId && (
            <>
              <ShareButton area={area} id={runId} />
              <TextExportMenu onExport={(format) => downloadConversation(runId, format, { only: "answer" })} />
            </>
          )
        }
      />
      <Writing app={app} options={options} runId={runId} onRun={(id) => router.push(resultHref(app.id, id))} />
    </>
  );
}

interface WritingProps extends ResultScreenProps {
  runId: string | null;
  onRun: (id: string) => void;
  isTrial?: boolean;
  /** Done before each run: what was changed is kept. */
  before?: () => Promise<unknown>;
  /** One above the other, also where there is room. */
  isStacked?: boolean;
}

/** The form and the document side by side, on a phone one above the other. */
export function Writing({ app, options, runId, onRun, isTrial = false, before, isStacked = false }: WritingProps) {
  const chat = useQuery({ ...appChatQuery(runId ?? ""), enabled: runId !== null });
  const isGone = chat.error instanceof ApiError && chat.error.code === 404;
  if (runId && isGone) return <NotFoundPanel />;
  return (
    <div
      className={
        isStacked
          ? "flex min-h-0 flex-1 flex-col overflow-y-auto"
          : "flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto"
      }
    >
      <RunForm
        // What was filled in stands there again, to be changed.
        key={chat.data ? runId : "new"}
        app={app}
        chat={runId ? (chat.data ?? null) : null}
        onRun={onRun}
        isTrial={isTrial}
        before={before}
        isStacked={isStacked}
      />
      <div className={`flex min-h-0 min-w-0 flex-1 flex-col ${isStacked ? "min-h-[60dvh]" : "max-md:min-h-[70dvh]"}`}>
        {runId ? <Document key={runId} app={app} options={options} runId={runId} isTrial={isTrial} /> : <Nothing />}
      </div>
    </div>
  );
}

interface RunFormProps {
  app: WrittenApp;
  chat: AppChatDto | null;
  onRun: (id: string) => void;
  isTrial: boolean;
  before: (() => Promise<unknown>) | undefined;
  isStacked: boolean;
}

function RunForm({ app, chat, onRun, isTrial, before, isStacked }: RunFormProps) {
  const t = useTranslations("apps-chat.result");
  const { begin } = useAppActions();
  const [inputs, setInputs] = useState<AppInputs>(chat?.inputs ?? {});
  const [wasSent, setWasSent] = useState(false);
  const wrong = wrongInputs(app.variables, inputs);
  const handleRun = async () => {
    setWasSent(true);
    if (Object.keys(wrong).length > 0) return;
    try {
      await before?.();
      const made = await begin.mutateAsync({ id: app.id, inputs, ...(isTrial && { version: "draft" }) });
      saveHandover(made.id, { question: inputsText(app.variables, inputs) || app.name });
      onRun(made.id);
    } catch (error) {
      reportFailure(error);
    }
  };
  return (
    <form
      className={isStacked ? "flex shrink-0 flex-col border-b" : "flex shrink-0 flex-col md:w-90 md:border-r"}
      onSubmit={(event) => {
        event.preventDefault();
        void handleRun();
      }}
    >
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto p-4 md:p-5">
        {app.description && <p className="text-fg-3 text-sm">{app.description}</p>}
        <InputsForm variables={app.variables} values={inputs} wrong={wasSent ? wrong : {}} onChange={setInputs} />
      </div>
      <div className="border-t p-4 max-md:border-b md:px-5">
        <Button variant="primary" icon={Sparkles} type="submit" loading={begin.isPending} className="w-full">
          {t(chat ? "again" : "run")}
        </Button>
      </div>
    </form>
  );
}

function Nothing() {
  const t = useTranslations("apps-chat.result");
  return <FullState kind="empty" title={t("none")} description={t("noneText")} />;
}

interface DocumentProps extends ResultScreenProps {
  runId: string;
  isTrial: boolean;
}

function Document(props: DocumentProps) {
  const { data, error, refetch } = useQuery(firstMessagesQuery(props.runId, null));
  if (data) return <Written {...props} messages={data} />;
  return error ? <ErrorState onRetry={() => void refetch()} /> : <PanelSkeleton />;
}

/** What was written, in its versions: written anew it keeps the former one beside it. */
function Written({ app, options, runId, isTrial, messages }: DocumentProps & { messages: MessagePage }) {
  const t = useTranslations("apps-chat.result");
  const conversation = useConversation({ id: runId, messages, asking: APP_CHATS, modelId: null });
  const sources = useSource();
  const latest = useRef(conversation.ask);
  latest.current = conversation.ask;
  useEffect(() => {
    const question = takeHandover(runId)?.question;
    if (question) void latest.current(question).catch(() => undefined);
  }, [runId]);
  return (
    <SourceSelectionContext value={sources.selection}>
      <SourceSplit name="app-source" label={t("resize")} sources={sources}>
        <ConversationMessages
          conversation={conversation}
          reanswerMax={options.reanswerMax}
          area={isTrial ? null : conversationsWith({ id: app.id, kind: "generation" })}
          hasSpeech={options.voice.speech}
        >
          <p className="pb-3 text-center text-fg-3 text-xs">{t("disclaimer")}</p>
        </ConversationMessages>
      </SourceSplit>
    </SourceSelectionContext>
  );
}

function History({ app, currentId }: { app: WrittenApp; currentId: string | null }) {
  const t = useTranslations("apps-chat.runs");
  const router = useRouter();
  return (
    <ConversationList
      area={conversationsWith({ id: app.id, kind: "generation" })}
      texts={useHistoryTexts(t, t("untitled"))}
      currentId={currentId ?? ""}
      onCreate={() => router.push(resultHref(app.id))}
    />
  );
}
