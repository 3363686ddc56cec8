"use client";

import { useQuery } from "@tanstack/react-query";
import { Play, Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { storedContent } from "@/components/chat/answer";
import { Sourced } from "@/components/chat/sources/sourced";
import { QueryState } from "@/components/common/query-state";
import { SearchPicker } from "@/components/common/search-picker";
import { useStoppable } from "@/components/common/use-stoppable";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { Choice } from "@/lib/client/choices";
import { firstMessagesQuery } from "@/lib/conversation/client/hooks";
import type { WholeSearchParams } from "@/lib/features/search/settings/dto";
import { INHERIT, type SearchParamsForm, USUAL } from "@/lib/features/search/settings/form";
import type { SearchNode } from "@/lib/features/search/settings/kinds";
import { ownSearches, savedResult, tryNode } from "@/lib/features/search/trial-hooks";
import type { NodeResultDto } from "@/lib/features/search/trial-schema";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { TrialResult } from "./trial-result";

interface TrialPartProps {
  node: SearchNode;
  inherited: WholeSearchParams;
}

/** Runs the node as it stands on the screen on what an earlier search found, beside what it made then (spec C5). */
export function TrialPart({ node, inherited }: TrialPartProps) {
  const t = useTranslations("search-params.trial");
  const untitled = useTranslations("search.history")("untitled");
  const [search, setSearch] = useState<Choice | null>(null);
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-3 border-t pt-4">
      <div>
        <h3 id={id} className="font-semibold text-sm">
          {t("title")}
        </h3>
        <p className="text-fg-3 text-xs">{t("text")}</p>
      </div>
      <SearchPicker
        label={t("search")}
        placeholder={t("searchPlaceholder")}
        value={search}
        onChange={setSearch}
        source={ownSearches(untitled)}
        className="max-w-120"
      />
      {search && <SavedSearch key={search.id} id={search.id} node={node} inherited={inherited} />}
    </section>
  );
}

/** The answers of a search the node can be run on. */
function SavedSearch({ id, ...trial }: TrialPartProps & { id: string }) {
  const t = useTranslations("search-params.trial");
  const query = useQuery(firstMessagesQuery(id, null));
  const fieldId = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const items = query.data?.items ?? [];
  const answers = items.filter(({ role, status }) => role === "assistant" && status !== "streaming");
  const answer = answers.find((one) => one.id === chosen) ?? answers.at(-1);
  if (!query.data) return <QueryState query={query} className="h-12" />;
  if (!answer) return <p className="text-fg-3 text-sm">{t("unanswered")}</p>;
  const questionOf = ({ parentId }: ChatMessageDto) => {
    const asked = items.find((one) => one.id === parentId)?.parts ?? [];
    return asked.map((part) => (part.type === "text" ? part.text : "")).join(" ");
  };
  return (
    <>
      {answers.length > 1 && (
        <Field id={fieldId} label={t("question")} className="max-w-120">
          <Select
            id={fieldId}
            value={answer.id}
            onValueChange={setChosen}
            options={answers.map((one) => ({ value: one.id, label: questionOf(one) }))}
            className="w-full"
          />
        </Field>
      )}
      <Trial key={`${answer.id} ${trial.node}`} answer={answer} {...trial} />
    </>
  );
}

function Trial({ answer, node, inherited }: TrialPartProps & { answer: ChatMessageDto }) {
  const t = useTranslations("search-params.trial");
  const { trigger } = useFormContext<SearchParamsForm>();
  const form = useWatch<SearchParamsForm>() as SearchParamsForm;
  const { isRunning, failure, start, stop } = useStoppable();
  const [result, setResult] = useState<NodeResultDto | null>(null);
  const { citations, support } = storedContent(answer);
  const chosen = form.models[node];
  const modelId = chosen === INHERIT ? inherited.nodes[node].modelId : chosen === USUAL ? null : chosen;
  const handleRun = async () => {
    // What the text lacks is told beside it.
    if (!(await trigger(`templates.${node}`, { shouldFocus: true }))) return;
    void start(async (signal) => {
      setResult(null);
      setResult(await tryNode(answer.id, { node, modelId, promptTemplate: form.templates[node] }, signal));
    });
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {isRunning ? (
          <Button icon={Square} onClick={stop}>
            {t("stop")}
          </Button>
        ) : (
          <Button icon={Play} onClick={() => void handleRun()}>
            {t(result ? "again" : "run")}
          </Button>
        )}
        <FormFailure error={failure} />
      </div>
      <Sourced owner={answer.id} citations={citations} support={support} chips={false} hasLine={false}>
        <div className="grid gap-3 lg:grid-cols-2">
          <TrialResult title={t("saved")} result={savedResult(answer, node)} none={t("noneSaved")} />
          <TrialResult title={t("now")} result={result} none={t("noneNow")} isRunning={isRunning} />
        </div>
      </Sourced>
    </>
  );
}
