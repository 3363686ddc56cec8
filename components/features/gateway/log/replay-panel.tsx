"use client";

import { RotateCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SearchPicker } from "@/components/common/search-picker";
import { FormFailure } from "@/components/form/form-failure";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { Choice } from "@/lib/client/choices";
import { CHAT_MODELS } from "@/lib/features/gateway/choices";
import type { LogDetailDto, ReplayDto } from "@/lib/features/gateway/dto";
import { useReplay } from "@/lib/features/gateway/log-hooks";
import { ScrollText } from "../scroll-text";
import { useFormat } from "../use-format";
import { useReason } from "../use-reason";

interface ReplayPanelProps {
  log: LogDetailDto;
  /** What the model said then, once the content was opened. */
  original: string | null;
}

/** Sends the stored request to another model and puts both answers side by side. */
export function ReplayPanel({ log, original }: ReplayPanelProps) {
  const t = useTranslations("gateway.log.replay");
  const replay = useReplay();
  const [model, setModel] = useState<Choice | null>(null);
  return (
    <section aria-label={t("title")} className="space-y-3">
      <h3 className="font-semibold text-base">{t("title")}</h3>
      <p className="text-fg-3 text-sm">{t("text")}</p>
      <div className="flex flex-wrap items-end gap-2">
        <SearchPicker
          label={t("model")}
          value={model}
          onChange={setModel}
          source={CHAT_MODELS}
          className="min-w-60 flex-1"
        />
        <Button
          icon={RotateCw}
          loading={replay.isPending}
          disabled={!model}
          onClick={() => model && replay.mutate({ id: log.id, modelId: model.id })}
        >
          {t("send")}
        </Button>
      </div>
      <FormFailure error={replay.error} />
      {replay.data && (
        <div className="grid gap-3 md:grid-cols-2">
          <Side
            title={t("then", { model: log.modelName })}
            text={original ?? t("openFirst")}
            isMuted={original === null}
            figures={log}
          />
          <Side
            title={t("now", { model: replay.data.modelName })}
            text={replay.data.answer}
            isMuted={false}
            figures={replay.data}
            failure={replay.data}
          />
        </div>
      )}
    </section>
  );
}

interface SideProps {
  title: string;
  text: string;
  isMuted: boolean;
  figures: Pick<ReplayDto, "inputTokens" | "outputTokens" | "durationMs" | "costMicros" | "currency">;
  failure?: Pick<ReplayDto, "error" | "detail">;
}

function Side({ title, text, isMuted, figures, failure }: SideProps) {
  const t = useTranslations("gateway.log.replay");
  const g = useTranslations("gateway");
  const format = useFormat();
  const reason = useReason();
  const { inputTokens, outputTokens, durationMs, costMicros, currency } = figures;
  const facts = [
    t("tokens", { input: format.number(inputTokens), output: format.number(outputTokens) }),
    format.duration(durationMs),
    costMicros !== null && currency ? format.money(costMicros, currency) : t("noPrice"),
  ];
  return (
    <article className="flex min-w-0 flex-col rounded-md border">
      <header className="border-b px-3 py-2">
        <h4 className="truncate font-semibold text-sm">{title}</h4>
        <p className="tnum text-fg-3 text-xs">{facts.join(" · ")}</p>
      </header>
      {failure?.error && (
        <p className="border-b bg-danger-soft px-3 py-2 text-danger-ink text-sm">
          {reason(failure.error).full}
          {failure.detail && <span className="mt-1 block text-xs">{g("detail", { text: failure.detail })}</span>}
        </p>
      )}
      <ScrollText label={title} className={cn("max-h-80 text-sm", isMuted && "text-fg-3")}>
        {text}
      </ScrollText>
    </article>
  );
}
