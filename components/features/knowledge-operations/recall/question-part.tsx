"use client";

import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { useMoney } from "@/components/common/use-money";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { isSame } from "@/lib/editing/differences";
import { recallCostQuery } from "@/lib/features/knowledge/recall-test-hooks";

interface QuestionPartProps {
  baseId: string;
  settings: OwnRetrieval;
  question: string;
  isAsking: boolean;
  onQuestion: (question: string) => void;
  onAsk: () => void;
}

/** The question that is tested, and what asking it costs. */
export function QuestionPart({ baseId, settings, question, isAsking, onQuestion, onAsk }: QuestionPartProps) {
  const t = useTranslations("knowledge-operations-recall.question");
  const id = useId();
  return (
    <div className="space-y-3">
      <Field
        id={id}
        label={t("label")}
        required
        hint={t("length", { count: [...question].length, max: CHAT_INPUT_MAX.other })}
      >
        <Textarea
          id={id}
          aria-describedby={`${id}-message`}
          aria-required
          rows={4}
          value={question}
          maxLength={CHAT_INPUT_MAX.other}
          placeholder={t("placeholder")}
          onChange={({ target }) => onQuestion(target.value)}
          onKeyDown={(event) => {
            // Enter alone begins a line, as in every field of several lines.
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            onAsk();
          }}
        />
      </Field>
      <Button
        variant="primary"
        icon={Play}
        loading={isAsking}
        disabled={question.trim() === ""}
        onClick={onAsk}
        className="w-full"
      >
        {t("ask")}
      </Button>
      <Costs baseId={baseId} settings={settings} />
    </div>
  );
}

/** A setting that is being moved is priced when it rests, milliseconds. */
const REST_MS = 500;

/** Models that are asked, and what that costs at most. */
function Costs({ baseId, settings }: { baseId: string; settings: OwnRetrieval }) {
  const t = useTranslations("knowledge-operations-recall.costs");
  const money = useMoney();
  const { rewriteEnabled, rewriteModelId, rerankModelId, filterModelId, selectModelId, topK } = settings;
  // Nothing else has a price: a slider of another setting asks nothing.
  const wanted = known({ rewriteEnabled, rewriteModelId, rerankModelId, filterModelId, selectModelId, topK });
  const [priced, setPriced] = useState(wanted);
  const isOther = !isSame(wanted, priced);
  useEffect(() => {
    if (!isOther) return;
    const timer = setTimeout(() => setPriced(wanted), REST_MS);
    return () => clearTimeout(timer);
  }, [isOther, wanted]);
  const { data } = useQuery(recallCostQuery(baseId, priced));
  if (!data || data.calls.length === 0) return null;
  return (
    <div className={cn("rounded-md border bg-subtle px-3 py-2 text-xs", isOther && "opacity-60")}>
      <p className="text-fg-3">{t("title")}</p>
      <ul className="mt-1 space-y-0.5">
        {data.calls.map(({ helper, model, cost }) => (
          <li key={helper} className="flex gap-2">
            <span className="min-w-0 flex-1 truncate">{t(`helper.${helper}`, { model })}</span>
            <span className="tnum shrink-0 text-fg-2">
              {cost ? t("atMost", { amount: money(cost.micros, cost.currency) }) : t("noPrice")}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Without the fields that are not set, which a call would refuse. */
function known(settings: OwnRetrieval): OwnRetrieval {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
