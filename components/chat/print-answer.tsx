"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { PrintLayer } from "@/components/common/print-layer";
import { useMoments } from "@/components/common/use-moments";
import type { Citation } from "@/lib/citations/dto";
import { numberedText } from "@/lib/citations/numbered";
import { resolvedQuery } from "@/lib/features/reader/hooks";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { storedContent } from "./answer";
import { SafeMarkdown } from "./markdown";
import { usePlace } from "./sources/place";

interface PrintAnswerProps {
  message: ChatMessageDto;
  question: string;
  onDone: () => void;
}

/** An answer on paper, or as a PDF of the browser's: question, answer, its sources as footnotes (spec B7). */
export function PrintAnswer({ message, question, onDone }: PrintAnswerProps) {
  const t = useTranslations("chat");
  const moments = useMoments();
  const place = usePlace();
  const { text, citations } = storedContent(message);
  const { data: resolved, isError } = useQuery({ ...resolvedQuery(citations), enabled: citations.length > 0 });
  const isReady = citations.length === 0 || resolved !== undefined || isError;
  const done = useRef(onDone);
  done.current = onDone;

  // The browser's print dialog: it blocks until it is closed, in most browsers.
  useEffect(() => {
    if (!isReady) return;
    const finish = () => done.current();
    window.addEventListener("afterprint", finish, { once: true });
    // Formulas and code are drawn a moment after the text.
    const timer = setTimeout(() => window.print(), 300);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("afterprint", finish);
    };
  }, [isReady]);

  const footnote = ({ id, fileName, place: where, quote }: Citation) => {
    // What was deleted, or could not be looked up, is not told of.
    if (resolved?.get(id)?.state === "gone" || !resolved) return t("sources.removed");
    const at = [fileName, place(where)].filter(Boolean).join(", ");
    return quote ? `${at}: “${quote.replace(/\s+/g, " ").trim()}”` : at;
  };
  const notes = [...new Map(citations.map((citation) => [citation.number, citation])).values()];
  return (
    <PrintLayer>
      {question && <p className="mb-4 whitespace-pre-wrap font-semibold">{question}</p>}
      <p className="mb-4 text-sm">
        {message.modelName} · {moments.minute(message.createdAt)}
      </p>
      <SafeMarkdown text={numberedText(text, citations)} isLive={false} />
      {notes.length > 0 && (
        <ol className="mt-6 border-t pt-3 text-sm">
          {notes.map((citation) => (
            <li key={citation.number}>
              [{citation.number}] {footnote(citation)}
            </li>
          ))}
        </ol>
      )}
    </PrintLayer>
  );
}
