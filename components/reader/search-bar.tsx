"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import type { ReaderHitDto } from "@/lib/features/reader/dto";
import { searchWordsQuery } from "@/lib/features/reader/hooks";
import { SEARCH_MAX } from "@/lib/features/reader/limits";

interface SearchBarProps {
  versionId: string;
  /** Each order to come here focuses the field again. */
  asked: number;
  onHits: (hits: readonly ReaderHitDto[], at: number) => void;
  onClose: () => void;
}

/** Typing pauses for so long before the document is searched. */
const PAUSE_MS = 200;

/** Search inside the document: n of m, Enter and Shift+Enter walk the hits. */
export function SearchBar({ versionId, asked, onHits, onClose }: SearchBarProps) {
  const t = useTranslations("reader");
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const { data, isFetching, isError } = useQuery(searchWordsQuery(versionId, words));
  const hits = words ? data?.hits : undefined;

  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another order, the same field
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [asked]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other hits begin at the first
  useEffect(() => {
    setAt(0);
    onHits(hits ?? [], 0);
  }, [hits]);

  const go = (step: 1 | -1) => {
    // What was typed last is searched now, not after the pause.
    if (typed.trim() !== words) return setWords(typed.trim());
    if (!hits?.length) return;
    const next = (at + step + hits.length) % hits.length;
    setAt(next);
    onHits(hits, next);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
    }
  };

  const none = words !== "" && !isFetching && hits?.length === 0;
  return (
    <section aria-label={t("search.label")} className="flex shrink-0 items-center gap-1 border-b px-3 py-1.5">
      <Input
        ref={field}
        soft
        icon={Search}
        type="text"
        data-own-escape
        maxLength={SEARCH_MAX}
        value={typed}
        placeholder={t("search.placeholder")}
        aria-label={t("search.label")}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={handleKey}
        className="min-w-0 flex-1"
        suffix={
          <span role="status" className="tnum whitespace-nowrap">
            {isError && words
              ? t("search.failed")
              : none
                ? t("search.none")
                : hits &&
                  hits.length > 0 &&
                  t(data?.more ? "search.countMore" : "search.count", { at: at + 1, total: hits.length })}
          </span>
        }
      />
      <IconButton icon={ChevronUp} label={t("search.previous")} disabled={!hits?.length} onClick={() => go(-1)} />
      <IconButton icon={ChevronDown} label={t("search.next")} disabled={!hits?.length} onClick={() => go(1)} />
      <IconButton icon={X} label={t("search.close")} onClick={onClose} />
    </section>
  );
}
