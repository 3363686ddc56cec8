"use client";

import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Composer, type ComposerHandle } from "@/components/chat/composer";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { useQuestionFiles } from "@/components/chat/files/use-question-files";
import { saveHandover } from "@/components/chat/handover";
import { usePromptOffers } from "@/components/chat/mentions/use-prompt-offers";
import { ModelPicker } from "@/components/chat/model-picker";
import { QuestionOffers } from "@/components/chat/question-offers";
import { RecentConversations } from "@/components/chat/recent-conversations";
import { EmptyState } from "@/components/common/empty-state";
import { buttonClass } from "@/components/ui/button-class";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { FileLimits } from "@/lib/features/chat/attachments";
import { ABOUT_SEARCH } from "@/lib/features/search/conversation";
import { choicesQuery, recommendedQuery, useSearchActions } from "@/lib/features/search/hooks";
import type { SearchMode } from "@/lib/features/search/modes";
import { resultHref, sourcesHref } from "@/lib/features/search/paths";
import { ModeMenu } from "./mode-menu";
import { type ChosenSource, ScopePicker } from "./scope-picker";
import { SearchBar } from "./search-bar";

const DRAFT = "search:new";

interface SearchStartProps {
  options: ConversationOptions;
  fileLimits: FileLimits;
}

/** Where searches begin: the question, where and how thoroughly it is searched, what was searched last. */
export function SearchStart({ options, fileLimits }: SearchStartProps) {
  const t = useTranslations("search");
  const router = useRouter();
  const { models } = options;
  const { create } = useSearchActions();
  const [sources, setSources] = useState<readonly ChosenSource[]>([]);
  const [mode, setMode] = useState<SearchMode>("balanced");
  const [modelId, setModelId] = useState<string | null>(null);
  const composer = useRef<ComposerHandle>(null);
  const shownModel = modelId ?? models.defaultId;
  const files = useQuestionFiles({
    draft: DRAFT,
    limits: fileLimits,
    model: models.items.find(({ id }) => id === shownModel),
    onRemoved: () => composer.current?.focus(),
  });
  const offers = {
    commands: files.commands,
    take: { ...usePromptOffers(composer), file: ({ id }: { id: string }) => files.addStored(id) },
  };
  const { data: choices } = useQuery(choicesQuery(""));
  const { data: offered } = useQuery(recommendedQuery);

  const handleSend = (question: string) =>
    files.withFiles(async (sent) => {
      try {
        const search = await create.mutateAsync({ mode, sourceIds: sources.map(({ id }) => id) });
        saveHandover(search.id, { question, modelId, files: sent });
        router.push(resultHref(search.id));
      } catch (error) {
        reportFailure(error);
        throw error;
      }
    });
  if (choices?.byDefault === "nothing") {
    return (
      <>
        <SearchBar title={t("title")} exportId={null} />
        <EmptyState
          title={t("start.nowhere")}
          description={t("start.nowhereText")}
          action={
            <Link href={sourcesHref} className={buttonClass("primary")}>
              {t("start.toSources")}
            </Link>
          }
        />
      </>
    );
  }
  return (
    <>
      <SearchBar title={t("title")} exportId={null} />
      <div className="flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-4 py-6">
        <div className="my-auto w-full max-w-(--w-reading)">
          <h2 className="text-balance text-center font-semibold text-3xl max-md:text-2xl">{t("start.heading")}</h2>
          <p className="mt-1 mb-6 text-center text-base text-fg-3">{t("start.text")}</p>
          <Composer
            ref={composer}
            draft={DRAFT}
            max={CHAT_INPUT_MAX.other}
            placeholder={t("composer.placeholder")}
            isAnswering={false}
            isSending={create.isPending}
            onSend={handleSend}
            onStop={() => undefined}
            blocked={files.blocked}
            about={files.list || undefined}
            offers={offers}
            model={
              <ModelPicker
                models={models.items}
                defaultId={models.defaultId}
                value={shownModel}
                onChange={setModelId}
              />
            }
            tools={
              <>
                {files.button}
                <ScopePicker chosen={sources} onChange={setSources} />
                <ModeMenu mode={mode} onChange={setMode} />
              </>
            }
          />
          <QuestionOffers
            title={t("start.offered")}
            items={offered?.items.map((text) => ({ id: text, text })) ?? []}
            onPick={(text) => composer.current?.fill(text)}
          />
          <RecentConversations
            area={ABOUT_SEARCH}
            icon={Globe}
            title={t("start.recent")}
            untitled={t("history.untitled")}
          />
        </div>
      </div>
    </>
  );
}
