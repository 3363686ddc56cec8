"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { Composer, type ComposerHandle } from "@/components/chat/composer";
import { ModelPicker } from "@/components/chat/model-picker";
import { Quoted } from "@/components/chat/sources/quoted";
import { VoiceButton } from "@/components/chat/voice-button";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { MessagePart } from "@/lib/stream/parts";
import type { ChatOptions } from "./document-chat-screen";

type Quote = Extract<MessagePart, { type: "quote" }>;

interface ChatComposerProps {
  ref: Ref<ComposerHandle>;
  chatId: string;
  options: ChatOptions;
  modelId: string | null;
  isAnswering: boolean;
  isSending: boolean;
  isFirst: boolean;
  blocked: string | undefined;
  /** What must be known before asking. */
  note: string | undefined;
  quote: Quote | null;
  onQuote: (quote: Quote | null) => void;
  onModel: (id: string) => void;
  /** What was said into the microphone. */
  onDictated: (text: string) => void;
  onSend: (text: string) => Promise<void>;
  onStop: () => void;
}

/** The input of a conversation about documents: the quote it is about above it, the model below. */
export function ChatComposer({
  ref,
  chatId,
  options,
  modelId,
  isFirst,
  blocked,
  note,
  quote,
  ...props
}: ChatComposerProps) {
  const t = useTranslations("documents.chat");
  const chat = useTranslations("chat");
  const { models, modelAccessHref } = options;
  const current = models.items.find(({ id }) => id === (modelId ?? models.defaultId));
  return (
    <>
      <Composer
        ref={ref}
        draft={`documents:${chatId}`}
        max={CHAT_INPUT_MAX.other}
        placeholder={isFirst ? t("placeholder") : chat("composer.placeholderFollow")}
        isAnswering={props.isAnswering}
        isSending={props.isSending}
        blocked={blocked}
        onSend={props.onSend}
        onStop={props.onStop}
        about={quote && <Quoted quote={quote} onRemove={() => props.onQuote(null)} />}
        tools={
          <>
            <ModelPicker
              models={models.items}
              defaultId={models.defaultId}
              value={modelId ?? models.defaultId}
              onChange={props.onModel}
            />
            {options.voice.transcription && <VoiceButton onText={props.onDictated} />}
          </>
        }
      />
      <p role={blocked || note ? "status" : undefined} className="min-h-7 py-1 text-center text-xs leading-5 text-fg-3">
        {blocked ?? note ?? (current?.builtin ? t("builtinNotice") : chat("disclaimer"))}
        {!blocked && !note && current?.builtin && modelAccessHref && (
          <Link href={modelAccessHref} prefetch={false} className="ml-2 text-primary-ink underline underline-offset-2">
            {chat("connectModel")}
          </Link>
        )}
      </p>
    </>
  );
}
