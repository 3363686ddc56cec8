"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { ChatFrame } from "@/components/chat/chat-frame";
import { Composer, type ComposerHandle } from "@/components/chat/composer";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationMessages } from "@/components/chat/conversation-messages";
import { useConversation } from "@/components/chat/use-conversation";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { IconButton } from "@/components/ui/icon-button";
import { Select } from "@/components/ui/select";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { firstMessagesQuery } from "@/lib/conversation/client/hooks";
import { APP_CHATS, useAppActions, versionsQuery } from "@/lib/features/apps/hooks";
import { type AppInputs, inputsText, wrongInputs } from "@/lib/features/apps/variables";
import type { MessagePage } from "@/lib/stream/message-dto";
import { InputsForm } from "../chat/inputs-form";
import type { ArrangedProps } from "./arranging";

/** Stands for the draft among the versions. */
const DRAFT = "draft";

interface Asked {
  /** Raised with each question. */
  turn: number;
  text: string;
}

/** The draft and an earlier version, or any two, asked the same side by side: steps, answer, tokens and time of each. */
export function Variants({ app, settings, flush, options }: ArrangedProps) {
  const t = useTranslations("apps-editor.variants");
  const composer = useRef<ComposerHandle>(null);
  const { data } = useQuery(versionsQuery(app.id));
  const published = app.version === null ? DRAFT : String(app.version);
  const [chosen, setChosen] = useState<[string, string]>([DRAFT, published]);
  const [sessions, setSessions] = useState<[string | null, string | null]>([null, null]);
  const [asked, setAsked] = useState<Asked>({ turn: 0, text: "" });
  const [inputs, setInputs] = useState<AppInputs>({});
  const [wasSent, setWasSent] = useState(false);
  const { begin } = useAppActions();
  const wrong = wrongInputs(settings.variables, inputs);
  const isBegun = sessions[0] !== null;
  const choices = [
    { value: DRAFT, label: t("draft") },
    ...(data?.items ?? []).map(({ version, note }) => ({
      value: String(version),
      label: note ? t("versionNoted", { version, note }) : t("version", { version }),
    })),
  ];
  const handleSend = async (text: string) => {
    setWasSent(true);
    if (!isBegun && Object.keys(wrong).length > 0) throw new Error("the form is not filled in");
    await flush();
    try {
      if (!isBegun) {
        const made = await Promise.all(
          chosen.map((version) =>
            begin.mutateAsync({ id: app.id, inputs, version: version === DRAFT ? DRAFT : Number(version) }),
          ),
        );
        setSessions([made[0]!.id, made[1]!.id]);
      }
      const question = app.kind === "generation" ? inputsText(settings.variables, inputs) || text : text;
      setAsked(({ turn }) => ({ turn: turn + 1, text: question }));
    } catch (error) {
      reportFailure(error);
      throw error;
    }
  };
  const handleAnew = () => {
    setSessions([null, null]);
    setAsked({ turn: 0, text: "" });
    setWasSent(false);
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 grid-rows-2 md:grid-cols-2 md:grid-rows-1">
        {([0, 1] as const).map((side) => (
          <section
            key={side}
            aria-label={t(side === 0 ? "left" : "right")}
            className={`flex min-h-0 min-w-0 flex-col ${side === 0 ? "border-b md:border-r md:border-b-0" : ""}`}
          >
            <div className="flex h-12 shrink-0 items-center gap-2 border-b px-4">
              <Select
                aria-label={t(side === 0 ? "left" : "right")}
                size="sm"
                value={chosen[side]}
                disabled={isBegun}
                options={choices}
                onValueChange={(value) => setChosen(side === 0 ? [value, chosen[1]] : [chosen[0], value])}
              />
              {side === 1 && (
                <IconButton
                  icon={RotateCcw}
                  label={t("anew")}
                  className="ml-auto"
                  disabled={!isBegun}
                  onClick={handleAnew}
                />
              )}
            </div>
            {sessions[side] ? (
              <Column key={sessions[side]} sessionId={sessions[side]} asked={asked} options={options} />
            ) : (
              <p className="m-auto max-w-80 px-6 text-center text-fg-3 text-sm">{t("empty")}</p>
            )}
          </section>
        ))}
      </div>
      <div className="mx-auto w-full max-w-(--w-reading) shrink-0 px-4 py-3">
        {!isBegun && settings.variables.length > 0 && (
          <div className="mb-3 max-h-60 overflow-y-auto rounded-md border p-3">
            <InputsForm
              variables={settings.variables}
              values={inputs}
              wrong={wasSent ? wrong : {}}
              onChange={setInputs}
            />
          </div>
        )}
        <Composer
          ref={composer}
          draft={`app:variants:${app.id}`}
          max={CHAT_INPUT_MAX.other}
          placeholder={t("placeholder")}
          isAnswering={false}
          isSending={begin.isPending}
          onSend={handleSend}
          onStop={() => undefined}
          blocked={undefined}
          model={null}
          tools={null}
        />
      </div>
    </div>
  );
}

interface ColumnProps {
  sessionId: string;
  asked: Asked;
  options: ConversationOptions;
}

function Column(props: ColumnProps) {
  const { data } = useQuery(firstMessagesQuery(props.sessionId, null));
  return data ? <Answers {...props} messages={data} /> : <PanelSkeleton />;
}

function Answers({ sessionId, asked, options, messages }: ColumnProps & { messages: MessagePage }) {
  const conversation = useConversation({ id: sessionId, messages, asking: APP_CHATS, modelId: null });
  const latest = useRef(conversation.ask);
  latest.current = conversation.ask;
  const told = useRef(0);
  useEffect(() => {
    if (asked.turn === told.current || asked.text === "") return;
    told.current = asked.turn;
    void latest.current(asked.text).catch(() => undefined);
  }, [asked]);
  return (
    <ChatFrame bar={null} onFiles={() => undefined}>
      <ConversationMessages conversation={conversation} reanswerMax={options.reanswerMax} area={null} hasSpeech={false}>
        {null}
      </ConversationMessages>
    </ChatFrame>
  );
}
