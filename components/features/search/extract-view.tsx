"use client";

import { useQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { storedContent } from "@/components/chat/answer";
import { CitationMark } from "@/components/chat/sources/citation-mark";
import { Sourced } from "@/components/chat/sources/sourced";
import { cn } from "@/components/ui/cn";
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
import { below, byType, extractMarkdown } from "@/lib/features/search/extract-text";
import { extractQuery } from "@/lib/features/search/hooks";
import { pngOf } from "@/lib/features/search/png";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import type { AnswerExtract } from "@/lib/stream/part-dto";
import { Making } from "./making";

type Item = AnswerExtract["items"][number];

const NONE = {
  summary: "noneSummary",
  mindMap: "noneMindMap",
  events: "noneEvents",
  entities: "noneEntities",
} as const;

/** A mind map, a timeline or the entities of an answer, each thing with the marks it stands on (spec C6). */
export function ExtractView({ answer, kind }: { answer: ChatMessageDto; kind: ExtractKind }) {
  const t = useTranslations("search.after");
  const { data, error, isFetching, refetch } = useQuery(extractQuery(answer.id, kind));
  const { citations, support } = useMemo(() => storedContent(answer), [answer]);
  if (!data) return <Making error={error} isFetching={isFetching} onRetry={() => void refetch()} />;
  const { extract } = data;
  const { items, by } = extract;
  if (items.length === 0) return <p className="px-4 py-4 text-fg-3 text-sm">{t(NONE[kind])}</p>;
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
        {kind === "summary" && <p className="whitespace-pre-line leading-6">{items[0]?.text}</p>}
        {kind === "mindMap" && <MindMap items={items} parent={null} />}
        {kind === "events" && <Timeline items={items} />}
        {kind === "entities" && <Entities items={items} />}
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

const Marks = ({ marks }: { marks: readonly number[] }) => marks.map((id) => <CitationMark key={id} id={id} />);

/** A tree from left to right. */
function MindMap({ items, parent }: { items: readonly Item[]; parent: number | null }) {
  return (
    <ul className={cn(parent !== null && "ml-3 border-l pl-4", "space-y-1.5")}>
      {below(items, parent).map((item) => {
        const hasMore = items.some((one) => one.parent === item.id);
        return (
          <li key={item.id} className="flex items-center">
            <span className={cn("w-max max-w-56 shrink-0 wrap-anywhere", parent === null && "font-semibold")}>
              {item.text} <Marks marks={item.marks} />
            </span>
            {hasMore && <MindMap items={items} parent={item.id} />}
          </li>
        );
      })}
    </ul>
  );
}

/** What happened stands solid, what is still to come hollow. */
function Timeline({ items }: { items: readonly Item[] }) {
  const t = useTranslations("search.after");
  const today = new Date().toISOString();
  return (
    <ol className="flex">
      {items.map((item) => {
        const isAhead = item.date !== "" && item.date > today.slice(0, item.date.length);
        return (
          <li key={item.id} className="w-44 shrink-0 pr-4">
            <time className="tnum block text-fg-3 text-xs" dateTime={item.date || undefined}>
              {item.date || t("undated")}
            </time>
            <span className="relative my-1.5 block h-2.5 before:absolute before:top-1/2 before:right-0 before:left-0 before:border-border-strong before:border-t">
              <span
                role="img"
                aria-label={isAhead ? t("ahead") : undefined}
                aria-hidden={!isAhead}
                className={cn(
                  "absolute top-0 left-0 size-2.5 rounded-full border-2 border-primary",
                  isAhead ? "bg-background" : "bg-primary",
                )}
              />
            </span>
            <span className="block font-medium wrap-anywhere">{item.text}</span>
            <span className="block text-fg-2 text-xs wrap-anywhere">
              {item.detail} <Marks marks={item.marks} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Entities({ items }: { items: readonly Item[] }) {
  return (
    <dl className="space-y-3">
      {byType(items).map(([type, all]) => (
        <div key={type}>
          <dt className="mb-1 text-fg-3 text-xs">{type}</dt>
          <dd>
            <ul className="flex flex-wrap gap-1.5">
              {all.map((item) => (
                <li key={item.id} className="max-w-full rounded-sm bg-subtle px-2 py-1 wrap-anywhere">
                  <span className="font-medium">{item.text}</span>
                  {item.detail && <span className="text-fg-2"> {item.detail}</span>} <Marks marks={item.marks} />
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
