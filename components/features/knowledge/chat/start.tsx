"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, MessageSquareText } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef, useState } from "react";
import { Composer, type ComposerHandle } from "@/components/chat/composer";
import type { ConversationOptions } from "@/components/chat/conversation-composer";
import { saveHandover } from "@/components/chat/handover";
import { usePromptOffers } from "@/components/chat/mentions/use-prompt-offers";
import { ModelPicker } from "@/components/chat/model-picker";
import { RecentConversations } from "@/components/chat/recent-conversations";
import { EmptyState } from "@/components/common/empty-state";
import { buttonClass } from "@/components/ui/button-class";
import { cn } from "@/components/ui/cn";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { offerQuery } from "@/lib/features/knowledge/center-hooks";
import { useChatActions } from "@/lib/features/knowledge/chat-hooks";
import { ABOUT_KNOWLEDGE } from "@/lib/features/knowledge/conversation";
import { ALL_BASES, basesQuery, shortcutsQuery } from "@/lib/features/knowledge/hooks";
import { BASES_CHOSEN_MAX } from "@/lib/features/knowledge/limits";
import { managementHref, questionHref } from "@/lib/features/knowledge/paths";
import { BaseIcon } from "../base-icon";
import { useScreens } from "../screens";
import { SearchEntry } from "../search/search-field";
import { BasePicker, type ChosenBase } from "./base-picker";
import { KnowledgeChatBar } from "./chat-bar";
import type { QuestionOffers } from "./offers";

/** Bases that are shown. */
const CARDS = 8;

interface KnowledgeStartProps {
  options: ConversationOptions;
  /** The one base of a screen that is about it. */
  base?: ChosenBase;
  notice?: string;
  /** Questions that are recommended. */
  offers?: QuestionOffers;
}

/** Where knowledge conversations begin: bases, the question, what to ask, what was asked last. */
export function KnowledgeStart({ options, base, notice, offers: Offers }: KnowledgeStartProps) {
  const t = useTranslations("knowledge-chat");
  const router = useRouter();
  const { models } = options;
  const { create } = useChatActions();
  const [chosen, setChosen] = useState<readonly ChosenBase[]>(base ? [base] : []);
  const [modelId, setModelId] = useState<string | null>(null);
  const [isPicking, setIsPicking] = useState(false);
  const composer = useRef<ComposerHandle>(null);
  const offers = { commands: [], take: usePromptOffers(composer) };
  const isManager = useScreens([managementHref]).length > 0;
  const { data: offer } = useQuery(offerQuery);
  const { data } = useQuery({ ...basesQuery({ ...ALL_BASES, pageSize: CARDS }), enabled: !base });

  const handleChoose = (bases: readonly ChosenBase[]) => {
    composer.current?.dropMention();
    setChosen(bases);
  };
  const handleOffer = (question: string, of: ChosenBase | null) => {
    const isChosen = chosen.some(({ id }) => id === of?.id);
    if (of && !base && !isChosen && chosen.length < BASES_CHOSEN_MAX) handleChoose([...chosen, of]);
    composer.current?.fill(question);
  };
  const handleSend = async (question: string) => {
    try {
      const chat = await create.mutateAsync(chosen.map(({ id }) => id));
      saveHandover(chat.id, { question, modelId });
      router.push(questionHref(chat.id));
    } catch (error) {
      reportFailure(error);
      throw error;
    }
  };
  const shownModel = modelId ?? models.defaultId;
  if (data?.total === 0) {
    return (
      <>
        <KnowledgeChatBar title={t("title")} options={options} exportId={null} />
        <EmptyState
          title={t("start.noBases")}
          description={t(isManager ? "start.noBasesManager" : "start.noBasesText")}
          action={
            isManager && (
              <Link href={managementHref} className={buttonClass("primary")}>
                {t("start.toManagement")}
              </Link>
            )
          }
        />
      </>
    );
  }
  return (
    <>
      <KnowledgeChatBar title={base ? base.name : t("title")} options={options} exportId={null} />
      {notice && (
        <p role="alert" className="border-b bg-warning-soft px-5 py-2 text-sm text-warning-ink">
          {notice}
        </p>
      )}
      <div className="flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-4 py-6">
        <div className="my-auto w-full max-w-(--w-reading)">
          <h2 className="text-balance text-center text-3xl font-semibold max-md:text-2xl">
            {base ? t("start.headingBase", { name: base.name }) : offer?.welcome || t("start.heading")}
          </h2>
          <p className="mb-6 mt-1 text-center text-base text-fg-3">{t("start.text", { max: BASES_CHOSEN_MAX })}</p>
          <Composer
            ref={composer}
            draft={`knowledge:new${base ? `:${base.id}` : ""}`}
            max={CHAT_INPUT_MAX.other}
            placeholder={t("composer.placeholder")}
            isAnswering={false}
            isSending={create.isPending}
            onSend={handleSend}
            onStop={() => undefined}
            blocked={chosen.length === 0 ? t("composer.noBase") : undefined}
            onMention={() => setIsPicking(true)}
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
              <BasePicker
                chosen={chosen}
                onChange={handleChoose}
                place="composer"
                isOpen={isPicking}
                onOpenChange={setIsPicking}
              />
            }
          />
          {!base && <SearchEntry className="mt-6" />}
          {!base && <Cards chosen={chosen} onChange={handleChoose} />}
          {chosen.length > 0 && <Suggestions onPick={(question) => composer.current?.fill(question)} />}
          {Offers && <Offers baseIds={chosen.map(({ id }) => id)} onPick={handleOffer} />}
          {!base && (
            <RecentConversations
              area={ABOUT_KNOWLEDGE}
              icon={MessageSquareText}
              title={t("start.recent")}
              untitled={t("history.untitled")}
            />
          )}
        </div>
      </div>
    </>
  );
}

interface CardsProps {
  chosen: readonly ChosenBase[];
  onChange: (bases: readonly ChosenBase[]) => void;
}

/** Bases at hand, or where there are none those that changed last; a press takes one in or out. */
function Cards({ chosen, onChange }: CardsProps) {
  const t = useTranslations("knowledge-chat");
  const { data: shortcuts } = useQuery(shortcutsQuery);
  const { data: bases } = useQuery(basesQuery({ ...ALL_BASES, pageSize: CARDS }));
  const hasShortcuts = (shortcuts?.items.length ?? 0) > 0;
  const shown: readonly ChosenBase[] = hasShortcuts ? (shortcuts?.items ?? []) : (bases?.items ?? []);
  if (shown.length === 0) return null;
  const isFull = chosen.length >= BASES_CHOSEN_MAX;
  return (
    <section aria-label={t(hasShortcuts ? "start.shortcuts" : "start.bases")} className="mt-6">
      <h3 className="mb-2 text-xs text-fg-3">{t(hasShortcuts ? "start.shortcuts" : "start.bases")}</h3>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {shown.map(({ id, name, icon }) => {
          const isOn = chosen.some((one) => one.id === id);
          return (
            <li key={id}>
              <button
                type="button"
                aria-pressed={isOn}
                disabled={!isOn && isFull}
                onClick={() => onChange(isOn ? chosen.filter((one) => one.id !== id) : [...chosen, { id, name, icon }])}
                className={cn(
                  "flex min-h-11 w-full items-center gap-2 rounded-md border px-2.5 py-2 text-left text-sm transition-colors disabled:opacity-50",
                  isOn
                    ? "border-primary-line bg-primary-soft"
                    : "bg-background hover:border-border-strong hover:bg-subtle",
                )}
              >
                <BaseIcon icon={icon} id={id} />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {isOn && <Check aria-hidden size={14} className="shrink-0 text-primary-ink" />}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Questions every base can be asked: what it holds its catalogue knows. */
function Suggestions({ onPick }: { onPick: (question: string) => void }) {
  const t = useTranslations("knowledge-chat.start");
  return (
    <ul aria-label={t("suggestions")} className="mt-4 flex flex-wrap gap-2">
      {(["list", "newest", "count"] as const).map((ask) => (
        <li key={ask}>
          <button
            type="button"
            onClick={() => onPick(t(`ask.${ask}`))}
            className="inline-flex min-h-8 items-center gap-2 rounded-md border bg-background px-3 text-sm text-fg-2 hover:border-border-strong hover:bg-subtle pointer-coarse:min-h-11"
          >
            <MessageSquareText aria-hidden size={14} strokeWidth={1.75} className="text-fg-3" />
            {t(`ask.${ask}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
