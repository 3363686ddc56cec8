"use client";

import { useFormatter, useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { FactList } from "@/components/common/fact-list";
import { LazyMessages } from "@/components/common/lazy-messages";
import { useMoney } from "@/components/common/use-money";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { ContextFacts } from "./context-facts";

interface AnswerDetailsCardProps {
  trigger: ReactElement;
  message: ChatMessageDto;
}

/** Model, tokens, money, time and the context of one answer. Opens at once: it is mounted by the press that asked for it. */
export function AnswerDetailsCard({ trigger, message }: AnswerDetailsCardProps) {
  const [open, setOpen] = useState(true);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="start" className="w-80 max-w-[calc(100vw-16px)] p-4">
        <LazyMessages areas={["chat-more"]}>
          <Facts message={message} />
        </LazyMessages>
      </PopoverContent>
    </Popover>
  );
}

function Facts({ message }: { message: ChatMessageDto }) {
  const t = useTranslations("chat-more.details");
  const format = useFormatter();
  const money = useMoney();
  const { usage, cost, context, modelName } = message;
  const seconds = (milliseconds: number) =>
    t("seconds", { seconds: format.number(milliseconds / 1000, { maximumFractionDigits: 1 }) });
  const rows: [string, string][] = [[t("model"), modelName ?? ""]];
  if (usage) {
    const about = usage.estimated ? t("about") : "";
    rows.push([t("input"), about + format.number(usage.inputTokens)]);
    rows.push([t("output"), about + format.number(usage.outputTokens)]);
    if (usage.firstTokenMs !== null) rows.push([t("first"), seconds(usage.firstTokenMs)]);
    if (usage.durationMs !== null) rows.push([t("duration"), seconds(usage.durationMs)]);
  }
  rows.push([t("cost"), cost ? money(cost.micros, cost.currency) : t("noPrice")]);
  return (
    <>
      <h2 className="mb-2 text-sm font-semibold">{t("heading")}</h2>
      <FactList facts={rows} />
      {context && (
        <div className="mt-3 border-t pt-3">
          <ContextFacts context={context} />
        </div>
      )}
    </>
  );
}
