"use client";

import { PanelRightClose, PanelRightOpen, RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useEffect, useMemo, useRef, useState } from "react";
import { storedContent } from "@/components/chat/answer";
import { ConversationComposer, type ConversationOptions } from "@/components/chat/conversation-composer";
import { ConversationMessages } from "@/components/chat/conversation-messages";
import { useQuestionFiles } from "@/components/chat/files/use-question-files";
import { type Handover, takeHandover } from "@/components/chat/handover";
import { useConversationTitle } from "@/components/chat/history/use-title";
import { usePromptOffers } from "@/components/chat/mentions/use-prompt-offers";
import { ModelPicker } from "@/components/chat/model-picker";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { SourceSplit } from "@/components/chat/sources/source-split";
import { useSource } from "@/components/chat/sources/use-source";
import { useConversation } from "@/components/chat/use-conversation";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import type { ReaderAction, ReaderSelection } from "@/components/reader/reader";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import type { Citation } from "@/lib/citations/dto";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { FileLimits } from "@/lib/features/chat/attachments";
import type { SearchDto } from "@/lib/features/search/chat-dto";
import { ABOUT_SEARCH } from "@/lib/features/search/conversation";
import { SEARCHES, useSearchActions } from "@/lib/features/search/hooks";
import type { SearchMode } from "@/lib/features/search/modes";
import type { MessagePage } from "@/lib/stream/message-dto";
import type { PageData } from "@/lib/stream/parts";
import { ModeMenu } from "./mode-menu";
import type { PageChanges } from "./pages-panel";
import { type ChosenSource, ScopePicker } from "./scope-picker";
import { SearchBar } from "./search-bar";

const AfterSearch = lazy(() => import("./after-search").then((module) => ({ default: module.AfterSearch })));
const PagesPanel = lazy(() => import("./pages-panel").then((module) => ({ default: module.PagesPanel })));
const AgainDrawer = lazy(() => import("./again-drawer").then((module) => ({ default: module.AgainDrawer })));

const UNCHANGED: PageChanges = new Map();

interface SearchResultProps {
  search: SearchDto;
  messages: MessagePage;
  options: ConversationOptions;
  fileLimits: FileLimits;
  /** A message that was looked for. */
  target: string | null;
}

/** A search: questions and answers, the pages of the last one and the reader beside them. */
export function SearchResult({ search, messages, options, fileLimits, target }: SearchResultProps) {
  const t = useTranslations("search");
  const { models } = options;
  const { change, refresh } = useSearchActions();
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isLookingAgain, setIsLookingAgain] = useState(false);
  const [changes, setChanges] = useState<{ answerId: string; pages: PageChanges } | null>(null);
  const conversation = useConversation({ id: search.id, messages, asking: SEARCHES, modelId: chosenId, target });
  const { composer, isAnswering, isEmpty, state } = conversation;
  const modelId = chosenId ?? models.defaultId;
  const model = models.items.find(({ id }) => id === modelId);
  const draft = `search:${search.id}`;
  const onRemoved = () => composer.current?.focus();
  const files = useQuestionFiles({ draft, limits: fileLimits, model, onRemoved });
  const offers = {
    commands: files.commands,
    take: { ...usePromptOffers(composer), file: ({ id }: { id: string }) => files.addStored(id) },
  };
  const sources = useSource();
  const { source, selection, close, reopen } = sources;
  const title = useConversationTitle(ABOUT_SEARCH, search, { isAnswering });
  const last = useLastAnswer(state);

  // A source may have been deleted, and the bar shows the title a first question gives.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when an answer begins and when it ends
  useEffect(() => {
    void refresh(search.id);
  }, [isAnswering, search.id]);

  const ask = (text: string, sent: Handover["files"] = []) =>
    conversation.askGiven(text, { files: sent }).catch(() => {
      for (const { fileId } of sent ?? []) files.addStored(fileId);
    });
  const latest = useRef({ ask, setChosenId });
  latest.current = { ask, setChosenId };
  const [asked, setAsked] = useState<Pick<Handover, "question" | "files"> | null>(null);
  // What was asked on the screen where the search began; asked once the model is the one chosen there.
  useEffect(() => {
    const handover = takeHandover(search.id);
    if (!handover?.question) return;
    if (handover.modelId) latest.current.setChosenId(handover.modelId);
    setAsked(handover);
  }, [search.id]);
  useEffect(() => {
    if (!asked?.question) return;
    setAsked(null);
    latest.current.ask(asked.question, asked.files);
  }, [asked]);

  const handleScope = (scope: { mode?: SearchMode; sources?: readonly ChosenSource[] }) => {
    const { mode, sources: chosen } = scope;
    const sourceIds = chosen?.map(({ id }) => id);
    change.mutateAsync({ id: search.id, mode, sourceIds }).catch(reportFailure);
  };
  /** What the selection menu of the reader asks for: the words become part of the next question. */
  const handleWords = (action: ReaderAction, { text }: ReaderSelection) => {
    if (action === "ask") conversation.onQuote(text);
    else ask(`${t(`words.${action === "translate" ? "translate" : "explain"}`)}\n\n> ${text.replaceAll("\n", "\n> ")}`);
  };
  const handlePage = (versionId: string) => {
    const cited = last?.citations.find((one) => one.versionId === versionId);
    if (last && cited) selection.open(last.id, last.citations, cited.id);
    else sources.openVersion(versionId);
  };

  const pages = last && last.pages.length > 0 && (
    <LazyBoundary>
      <PagesPanel
        pages={last.pages}
        citations={last.citations}
        versionId={source?.versionId ?? null}
        onOpen={handlePage}
        changes={changes?.answerId === last.id ? changes.pages : UNCHANGED}
      />
    </LazyBoundary>
  );
  return (
    <SourceSelectionContext value={selection}>
      <SearchBar title={title || t("history.untitled")} exportId={isEmpty ? null : search.id}>
        {last?.isDone && last.pages.length > 0 && (
          <Button size="sm" icon={RefreshCw} onClick={() => setIsLookingAgain(true)}>
            {t("bar.again")}
          </Button>
        )}
        <IconButton
          icon={source ? PanelRightClose : PanelRightOpen}
          label={t(source ? "bar.closeSource" : "bar.openSource")}
          aria-pressed={source !== null}
          onClick={() => (source ? close() : reopen())}
        />
      </SearchBar>
      <SourceSplit
        name="search-source"
        label={t("bar.resize")}
        sources={sources}
        onAsk={handleWords}
        above={pages || undefined}
      >
        <ConversationMessages
          conversation={conversation}
          reanswerMax={options.reanswerMax}
          area={ABOUT_SEARCH}
          hasSpeech={options.voice.speech}
          after={(answer) => (
            <LazyBoundary>
              <AfterSearch answer={answer} onAsk={ask} />
            </LazyBoundary>
          )}
        >
          <ConversationComposer
            conversation={conversation}
            options={options}
            model={model}
            draft={draft}
            max={CHAT_INPUT_MAX.other}
            placeholder={t("composer.placeholder")}
            blocked={files.blocked}
            about={files.list || undefined}
            note={search.withdrawn > 0 ? t("composer.withdrawn", { count: search.withdrawn }) : undefined}
            builtinNotice={t("composer.builtinNotice")}
            onSend={(text) => files.withFiles((sent) => conversation.ask(text, { files: sent }))}
            offers={offers}
            picker={
              <ModelPicker models={models.items} defaultId={models.defaultId} value={modelId} onChange={setChosenId} />
            }
            tools={
              <>
                {files.button}
                <ScopePicker chosen={search.sources} onChange={(chosen) => handleScope({ sources: chosen })} />
                <ModeMenu mode={search.mode} onChange={(mode) => handleScope({ mode })} />
              </>
            }
          />
        </ConversationMessages>
      </SourceSplit>
      <LazyBoundary onFailure={() => setIsLookingAgain(false)}>
        {isLookingAgain && last && (
          <AgainDrawer
            answerId={last.id}
            onClose={() => setIsLookingAgain(false)}
            onFound={(found) => setChanges({ answerId: last.id, pages: found })}
            onAnswer={() => {
              setIsLookingAgain(false);
              conversation.list.onReAnswer(last.id);
            }}
          />
        )}
      </LazyBoundary>
    </SourceSelectionContext>
  );
}

interface LastAnswer {
  id: string;
  isDone: boolean;
  pages: readonly PageData[];
  citations: readonly Citation[];
}

/** The answer being written, else the last one: whose pages are shown. */
function useLastAnswer({ live, items }: ReturnType<typeof useConversation>["state"]): LastAnswer | null {
  const stored = useMemo(() => {
    const message = items.findLast(({ role }) => role === "assistant");
    if (!message) return null;
    const pages = message.parts.flatMap((part) => (part.type === "pages" ? part.pages : []));
    return { id: message.id, isDone: message.status === "done", pages, citations: storedContent(message).citations };
  }, [items]);
  if (live) return { id: live.messageId, isDone: false, pages: live.pages, citations: live.citations };
  return stored;
}
