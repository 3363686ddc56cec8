"use client";

import { useTranslations } from "next-intl";
import { CitationMark } from "@/components/chat/sources/citation-mark";
import { cn } from "@/components/ui/cn";
import { below, byType } from "@/lib/features/search/extract-text";
import type { AnswerExtract } from "@/lib/stream/part-dto";

type Item = AnswerExtract["items"][number];

const NONE = {
  summary: "noneSummary",
  mindMap: "noneMindMap",
  events: "noneEvents",
  entities: "noneEntities",
} as const;

/** What was drawn out of an answer, each thing with its marks; stands in a `Sourced`. */
export function ExtractBody({ extract: { kind, items } }: { extract: Pick<AnswerExtract, "kind" | "items"> }) {
  const t = useTranslations("search.after");
  if (items.length === 0) return <p className="text-fg-3">{t(NONE[kind])}</p>;
  if (kind === "summary") return <p className="whitespace-pre-line leading-6">{items[0]?.text}</p>;
  if (kind === "mindMap") return <MindMap items={items} parent={null} />;
  return kind === "events" ? <Timeline items={items} /> : <Entities items={items} />;
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
