"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleHelp, CornerDownRight, FileText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { askedOwnersQuery, followUpsQuery, useAskOwners } from "@/lib/features/knowledge/chat-hooks";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import type { StepFinding } from "@/lib/stream/parts";

interface AfterAnswerProps {
  answer: ChatMessageDto;
  onAsk: (question: string) => void;
  onOpen: (versionId: string) => void;
}

/** What follows an answer: questions to ask next, or where it found nothing, the nearest documents and their owner. */
export function AfterAnswer({ answer, onAsk, onOpen }: AfterAnswerProps) {
  // What a person stands for is whole.
  if (answer.status !== "done" || answer.parts.some(({ type }) => type === "curated")) return null;
  const isCited = answer.parts.some(({ type }) => type === "citation");
  if (isCited) return <FollowUps answerId={answer.id} onAsk={onAsk} />;
  const steps = answer.parts.find((part) => part.type === "steps")?.steps ?? [];
  // Nothing was looked for: nothing is missing either.
  const wasSearched = steps.some(({ name, state }) => (name === "search" || name === "curated") && state === "done");
  if (!wasSearched) return null;
  const found = steps.find(({ name }) => name === "selection")?.found ?? [];
  return <NotThere answerId={answer.id} nearest={nearestOf(found)} onOpen={onOpen} />;
}

/** Documents that are shown. */
const NEAREST = 3;

/** The files of the best slices, each once; those that may no longer be read have no name. */
function nearestOf(found: readonly StepFinding[]): { versionId: string; name: string }[] {
  const files = new Map<string, string>();
  for (const { versionId, text } of found) if (versionId && text) files.set(versionId, text);
  return [...files].slice(0, NEAREST).map(([versionId, name]) => ({ versionId, name }));
}

function FollowUps({ answerId, onAsk }: { answerId: string; onAsk: (question: string) => void }) {
  const t = useTranslations("knowledge-chat.after");
  const { data } = useQuery(followUpsQuery(answerId));
  if (!data || data.items.length === 0) return null;
  return (
    <ul aria-label={t("followUps")} className="mb-4 flex flex-col items-start gap-1.5">
      {data.items.map((question) => (
        <li key={question} className="max-w-full">
          <button
            type="button"
            onClick={() => onAsk(question)}
            className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-md border bg-background px-3 py-1 text-left text-sm text-fg-2 transition-colors hover:border-border-strong hover:bg-subtle hover:text-fg pointer-coarse:min-h-11"
          >
            <CornerDownRight aria-hidden size={14} className="shrink-0 text-fg-3" />
            <span className="min-w-0 wrap-anywhere">{question}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface NotThereProps {
  answerId: string;
  nearest: readonly { versionId: string; name: string }[];
  onOpen: (versionId: string) => void;
}

function NotThere({ answerId, nearest, onOpen }: NotThereProps) {
  const t = useTranslations("knowledge-chat.after");
  const { data: owners } = useQuery(askedOwnersQuery(answerId));
  const ask = useAskOwners(answerId);
  if (nearest.length === 0 && !owners) return null;
  return (
    <section aria-label={t("notThere")} className="mb-4 rounded-md border bg-subtle px-4 py-3 text-sm">
      {nearest.length > 0 && (
        <>
          <h3 className="text-xs text-fg-3">{t("nearest")}</h3>
          <ul className="mt-1.5 flex flex-wrap gap-1.5">
            {nearest.map(({ versionId, name }) => (
              <li key={versionId} className="max-w-full">
                <button
                  type="button"
                  onClick={() => onOpen(versionId)}
                  className="inline-flex h-7 max-w-72 items-center gap-1.5 rounded-sm border bg-background px-2 hover:border-border-strong pointer-coarse:h-11"
                >
                  <FileText aria-hidden size={14} className="shrink-0 text-fg-3" />
                  <span className="truncate">{name}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {owners && owners.open.length > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-2 first:mt-0">
          <span className="min-w-0 flex-1 text-fg-2">
            {t("askText", { names: owners.open.join("、") })}
            <span className="block text-fg-3 text-xs">{t("readers")}</span>
          </span>
          <Button size="sm" icon={CircleHelp} loading={ask.isPending} onClick={() => ask.mutate()}>
            {t("ask")}
          </Button>
        </div>
      )}
      {owners && owners.asked.length > 0 && (
        <p role="status" className="mt-3 text-fg-2 first:mt-0">
          {t("asked", { names: owners.asked.join("、") })}
        </p>
      )}
    </section>
  );
}
