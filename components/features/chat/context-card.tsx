"use client";

import { useTranslations } from "next-intl";
import { type ReactElement, useState } from "react";
import { ContextFacts } from "@/components/chat/context-facts";
import { LazyMessages } from "@/components/common/lazy-messages";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { ContextData } from "@/lib/stream/parts";

/** What the next question takes along. Opens at once: it is mounted by the press that asked for it. */
export function ContextCard({ trigger, context }: { trigger: ReactElement; context: ContextData }) {
  const [open, setOpen] = useState(true);
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" side="top" className="w-80 max-w-[calc(100vw-16px)] p-4">
        <LazyMessages areas={["chat-more"]}>
          <Facts context={context} />
        </LazyMessages>
      </PopoverContent>
    </Popover>
  );
}

function Facts({ context }: { context: ContextData }) {
  const t = useTranslations("chat-more.context");
  return (
    <>
      <ContextFacts context={context} />
      <p className="mt-3 text-xs text-fg-3">{t("estimate")}</p>
    </>
  );
}
