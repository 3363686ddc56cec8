"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { storedContent } from "@/components/chat/answer";
import { Sourced } from "@/components/chat/sources/sourced";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { IconButton } from "@/components/ui/icon-button";
import { saveBlob } from "@/lib/client/save-file";
import type { ExtractKind } from "@/lib/features/search/chat-schema";
import { extractPicture } from "@/lib/features/search/extract-picture";
import { extractMarkdown } from "@/lib/features/search/extract-text";
import { extractQuery } from "@/lib/features/search/hooks";
import { pngOf } from "@/lib/features/search/png";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { ExtractBody } from "./extract-body";
import { Making } from "./making";

/** A mind map, a timeline or the entities of an answer, each thing with the marks it stands on (spec C6). */
export function ExtractView({ answer, kind }: { answer: ChatMessageDto; kind: ExtractKind }) {
  const t = useTranslations("search.after");
  const { data, error, isFetching, refetch } = useQuery(extractQuery(answer.id, kind));
  const { citations, support } = useMemo(() => storedContent(answer), [answer]);
  if (!data) return <Making error={error} isFetching={isFetching} onRetry={() => void refetch()} />;
  const { extract } = data;
  const { items, by } = extract;
  if (items.length === 0) {
    return (
      <div className="px-4 py-4 text-sm">
        <ExtractBody extract={extract} />
      </div>
    );
  }
  const numbers = new Map(citations.map(({ id, number }) => [id, number]));
  const title = t(kind);
  const handleMarkdown = () => {
    const text = extractMarkdown(extract, { title, undated: t("undated") }, (mark) => numbers.get(mark));
    saveBlob(new Blob([text], { type: "text/markdown" }), `${title}.md`);
  };
  const handlePicture = async () => saveBlob(await pngOf(extractPicture(extract, title)), `${title}.png`);
  return (
    <Sourced owner={answer.id} citations={citations} support={support} chips={false} hasLine={false}>
      <div className="overflow-x-auto px-4 py-3 text-sm">
        <ExtractBody extract={extract} />
      </div>
      <footer className="flex items-center gap-2 border-t px-4 py-1 text-fg-3 text-xs">
        <span className="min-w-0 flex-1 truncate">
          {t("by", { model: by.model, tokens: by.inputTokens + by.outputTokens })}
        </span>
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <IconButton icon={Download} label={t("export")} size={28} />
          </DropdownMenuTrigger>
          <DropdownMenuContent align="end">
            <DropdownMenuItem onSelect={handleMarkdown}>{t("markdown")}</DropdownMenuItem>
            <DropdownMenuItem onSelect={() => void handlePicture()}>{t("image")}</DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
      </footer>
    </Sourced>
  );
}
