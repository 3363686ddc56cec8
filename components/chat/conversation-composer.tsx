"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import type { ChatModelDto } from "@/lib/features/chat/dto";
import { Composer } from "./composer";
import { EditedNote } from "./edited-note";
import type { ComposerOffers } from "./mentions/offers";
import { QuoteInComposer } from "./quote-in-composer";
import { withQuote } from "./quote-text";
import type { Conversation } from "./use-conversation";
import { VoiceButton } from "./voice-button";

/** Who answers in a conversation, and whether one may speak to it. */
export interface ConversationOptions {
  models: { items: ChatModelDto[]; defaultId: string | null };
  reanswerMax: number;
  /** Where a person who may do so connects models; null for others. */
  modelAccessHref: string | null;
  voice: { speech: boolean; transcription: boolean };
}

interface ConversationComposerProps {
  conversation: Conversation;
  options: ConversationOptions;
  model: ChatModelDto | undefined;
  /** Key of the kept draft. */
  draft: string;
  /** Characters at most. */
  max: number;
  placeholder: string;
  /** Why nothing can be asked now. */
  blocked: string | undefined;
  /** What must be known before asking. */
  note?: string;
  /** What is said of the built-in model. */
  builtinNotice: string;
  onSend: (text: string) => Promise<void>;
  /** What goes along with the question, above the words. */
  about?: ReactNode;
  tools: ReactNode;
  /** Beside the button that sends: who answers. */
  picker: ReactNode;
  onMention?: () => void;
  /** What is offered behind `/` and `@`. */
  offers?: ComposerOffers;
}

/** The input of a conversation, with what is edited or quoted above it and a line about the model below. */
export function ConversationComposer({
  conversation,
  options,
  model,
  draft,
  max,
  placeholder,
  blocked,
  note,
  builtinNotice,
  onSend,
  about,
  tools,
  picker,
  onMention,
  offers,
}: ConversationComposerProps) {
  const t = useTranslations("chat");
  const { composer, words, edited, isEmpty, isAnswering } = conversation;
  const wasEmpty = useRef(isEmpty);
  // It moves from the middle to the foot with the first question: the caret goes along.
  useEffect(() => {
    if (wasEmpty.current && !isEmpty) composer.current?.focus();
    wasEmpty.current = isEmpty;
  }, [isEmpty, composer]);
  const said = blocked ?? note;
  return (
    <>
      <Composer
        ref={composer}
        draft={draft}
        // The quote goes along inside the text, and counts.
        max={max - [...withQuote(words, "")].length}
        placeholder={isEmpty ? placeholder : t("composer.placeholderFollow")}
        isAnswering={isAnswering}
        isSending={conversation.state.isSending}
        onSend={onSend}
        onStop={conversation.onStop}
        blocked={blocked}
        onMention={onMention}
        offers={offers}
        onRecall={isAnswering ? undefined : conversation.onRecall}
        about={
          (about || edited || words) && (
            <div className="space-y-2">
              {edited && <EditedNote onCancel={conversation.onEditCancel} />}
              {words && <QuoteInComposer words={words} onRemove={conversation.onWordsRemove} />}
              {about}
            </div>
          )
        }
        model={picker}
        tools={
          <>
            {tools}
            {options.voice.transcription && <VoiceButton onText={(text) => composer.current?.add(text)} />}
          </>
        }
      />
      <p role={said ? "status" : undefined} className="min-h-7 py-1 text-center text-xs leading-5 text-fg-3">
        {said ?? (model?.builtin ? builtinNotice : t("disclaimer"))}
        {!said && model?.builtin && options.modelAccessHref && (
          <Link
            href={options.modelAccessHref}
            prefetch={false}
            className="ml-2 text-primary-ink underline underline-offset-2"
          >
            {t("connectModel")}
          </Link>
        )}
      </p>
    </>
  );
}
