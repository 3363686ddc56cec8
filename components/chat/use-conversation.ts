"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { readDraft, saveDraft } from "@/lib/client/drafts";
import { reportFailure } from "@/lib/client/report-failure";
import { type Asking, ConversationController } from "@/lib/conversation/client/controller";
import { conversationKeys } from "@/lib/conversation/client/hooks";
import type { QuestionExtras } from "@/lib/conversation/client/question";
import type { ChatMessageDto, MessagePage } from "@/lib/stream/message-dto";
import { storedContent } from "./answer";
import type { ComposerHandle } from "./composer";
import { quotable, withQuote } from "./quote-text";

interface ConversationOptions {
  id: string;
  /** What the page brought; the controller goes on from there. */
  messages: MessagePage;
  /** Path new questions go to; that of personal chat where it is not said. */
  asking?: Asking;
  modelId: string | null;
  /** A message that is looked for. */
  target?: string | null;
}

/** What goes along with a question, and the models it goes to where they are several. */
export interface Sent extends Omit<QuestionExtras, "edited"> {
  compared?: readonly string[];
}

export type Conversation = ReturnType<typeof useConversation>;

/**
 * One conversation on the screen, of any kind: its messages and the answer being written, the question that is edited or
 * quoted from, the comparison in view, and everything that can be done with its messages.
 */
export function useConversation({ id, messages, asking, modelId, target = null }: ConversationOptions) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first messages begin it, the controller continues it
  const controller = useMemo(() => new ConversationController(id, messages, asking), [id]);
  const state = useSyncExternalStore(controller.subscribe, controller.snapshot, controller.snapshot);
  const composer = useRef<ComposerHandle>(null);
  const [endSignal, setEndSignal] = useState(0);
  const [edited, setEdited] = useState<ChatMessageDto | null>(null);
  const [words, setWords] = useState<string | null>(null);
  const [compared, setCompared] = useState<Compared | null>(null);
  useKeptEdit({ id, controller, composer, setEdited });
  useFollowed(controller, state.live !== null, target);

  const ask = async (text: string, { compared: models = [], ...extras }: Sent = {}) => {
    const said = withQuote(words, text);
    setEndSignal((signal) => signal + 1);
    setWords(null);
    try {
      if (models.length > 0 && !edited) {
        await controller.compare(said, models, extras);
        setCompared(comparedIn(controller.snapshot().items.at(-1)));
      } else {
        setCompared(null);
        setEdited(null);
        forgetEdit(id);
        await controller.send(said, modelId ?? undefined, { ...extras, edited: edited ?? undefined });
      }
    } catch (error) {
      setEdited(edited);
      if (edited) keepEdit(id, { question: edited.id, before: "" });
      setWords(words);
      reportFailure(error);
      throw error;
    }
  };

  /** Asks what was not typed here; refused, it stands in the composer, unless other words do. */
  const askGiven = async (text: string, extras: Sent = {}) => {
    try {
      await ask(text, extras);
    } catch (error) {
      if (!composer.current?.read()) composer.current?.fill(text);
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
  const handleShow = useCallback((shown: string) => void controller.show(shown).catch(reportFailure), [controller]);
  const handleEdit = useCallback(
    (question: ChatMessageDto) => {
      // What was typed before comes back when the edit is given up.
      const before = keptEdit(id)?.before ?? composer.current?.read() ?? "";
      keepEdit(id, { question: question.id, before });
      setEdited(question);
      composer.current?.fill(storedContent(question).text);
    },
    [id],
  );
  const handleEditCancel = () => {
    setEdited(null);
    composer.current?.fill(keptEdit(id)?.before ?? "");
    forgetEdit(id);
  };
  const handleConsent = useCallback(
    (callId: string, allowed: boolean) => controller.consent(callId, allowed),
    [controller],
  );
  const handleCompare = useCallback((answer: ChatMessageDto) => setCompared(comparedIn(answer)), []);
  const handleQuote = useCallback((quoted: string) => {
    setWords(quotable(quoted));
    composer.current?.focus();
  }, []);

  return {
    id,
    controller,
    state,
    isAnswering: state.live !== null,
    isEmpty: state.items.length === 0,
    composer,
    edited,
    /** Takes the last question of the branch in view back into the composer. */
    onRecall: () => {
      const last = controller.snapshot().items.findLast(({ role }) => role === "user");
      if (last && !edited) handleEdit(last);
    },
    onEditCancel: handleEditCancel,
    /** Of an answer, for the next question. */
    words,
    onWordsRemove: () => setWords(null),
    onQuote: handleQuote,
    compared,
    onCompareClose: () => setCompared(null),
    ask,
    askGiven,
    onStop: () => void controller.stop().catch(reportFailure),
    /** What the list of messages asks for. */
    list: {
      state,
      target,
      endSignal,
      onLoadEarlier: () => controller.loadEarlier().catch(reportFailure),
      onLoadLater: () => controller.loadLater().catch(reportFailure),
      onToEnd: () => controller.toEnd().catch(reportFailure),
      onReAnswer: handleReAnswer,
      onContinue: handleContinue,
      onShow: handleShow,
      onEdit: handleEdit,
      onConsent: handleConsent,
      onCompare: handleCompare,
    },
  };
}

/** The question that is being edited, kept with the text in the composer. */
interface KeptEdit {
  question: string;
  /** What stood in the composer before. */
  before: string;
}
const editName = (id: string) => `edit:${id}`;
const keepEdit = (id: string, edit: KeptEdit) => saveDraft(editName(id), JSON.stringify(edit));
const forgetEdit = (id: string) => saveDraft(editName(id), "");
function keptEdit(id: string): KeptEdit | null {
  const kept = readDraft(editName(id));
  return kept ? (JSON.parse(kept) as KeptEdit) : null;
}

interface KeptEditInput {
  id: string;
  controller: ConversationController;
  composer: RefObject<ComposerHandle | null>;
  setEdited: (question: ChatMessageDto | null) => void;
}

/** An edit a reload cut off goes on; where its question is out of view it is given up, and its text is no new question. */
function useKeptEdit({ id, controller, composer, setEdited }: KeptEditInput): void {
  useEffect(() => {
    const kept = keptEdit(id);
    if (!kept) return;
    const question = controller.snapshot().items.find((message) => message.id === kept.question);
    if (question) return setEdited(question);
    composer.current?.fill(kept.before);
    forgetEdit(id);
  }, [id, controller, composer, setEdited]);
}

interface Compared {
  questionId: string;
  comparisonId: string;
}

function comparedIn(answer: ChatMessageDto | undefined): Compared | null {
  if (!answer?.parentId || !answer.comparisonId) return null;
  return { questionId: answer.parentId, comparisonId: answer.comparisonId };
}

/** Follows the answer that is being written, also after the tab was away, and brings what is looked for into view. */
function useFollowed(controller: ConversationController, isAnswering: boolean, target: string | null): void {
  const client = useQueryClient();
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

  // The lists show who is answering and the title a first question gives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when an answer begins and when it ends
  useEffect(() => {
    void client.invalidateQueries({ queryKey: conversationKeys.all });
  }, [isAnswering, client]);

  // A message that is not among those the page brought: of another branch.
  useEffect(() => {
    if (!target || controller.snapshot().items.some(({ id }) => id === target)) return;
    controller.open(target).catch(reportFailure);
  }, [controller, target]);
}
