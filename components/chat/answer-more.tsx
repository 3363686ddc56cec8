"use client";

import { ClipboardType, Ellipsis, FileText, FileType2, LibraryBig, Printer, Quote, Share2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, use, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { LazyMenu } from "@/components/common/lazy-menu";
import { IconButton } from "@/components/ui/icon-button";
import { numberedText } from "@/lib/citations/numbered";
import { api } from "@/lib/client/api-client";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { ChatMessageDto } from "@/lib/stream/message-dto";
import { storedContent } from "./answer";
import { AnswerDoorsContext, AnswerFilingContext } from "./answer-doors";

const PrintAnswer = lazy(() => import("./print-answer").then((module) => ({ default: module.PrintAnswer })));

/** Further ways out of an answer: copied as text or Markdown, as a file, on paper, into the next question. */
export function AnswerMore({ message, question }: { message: ChatMessageDto; question: string }) {
  const t = useTranslations("chat.answer");
  const doors = use(AnswerDoorsContext);
  const fileInto = use(AnswerFilingContext);
  const [isPrinting, setIsPrinting] = useState(false);
  const { text, citations } = storedContent(message);

  const copy = async (make: () => string | Promise<string>) => {
    try {
      await navigator.clipboard.writeText(await make());
      toast.success({ key: "copied" });
    } catch {
      toast.error({ key: "copyFailed" });
    }
  };
  const plain = async () => (await import("@/lib/answers/plain-text")).plainTextOf(text);
  const download = (format: "md" | "docx") =>
    void api.download(`/chat/messages/${message.id}/export`, { query: { format } }).catch(reportFailure);

  const commands = [
    { key: "copyText", label: t("copyText"), icon: ClipboardType, onSelect: () => void copy(plain) },
    {
      key: "copyMarkdown",
      label: t("copyMarkdown"),
      icon: FileText,
      onSelect: () => void copy(() => numberedText(text, citations)),
    },
  ];
  const files = [
    { key: "word", label: t("exportWord"), icon: FileType2, apart: true, onSelect: () => download("docx") },
    { key: "markdown", label: t("exportMarkdown"), icon: FileText, onSelect: () => download("md") },
  ];
  const sharing = { key: "share", label: t("share"), icon: Share2, apart: true };
  const filing = { key: "file", label: t("fileInto"), icon: LibraryBig, apart: true };
  const onQuote = doors?.onQuote;
  const quote = {
    key: "quote",
    label: t("quoteWhole"),
    icon: Quote,
    apart: true,
    onSelect: () => void plain().then((words) => onQuote?.(words), reportFailure),
  };
  return (
    <>
      <LazyMenu
        commands={[
          ...commands,
          ...(doors ? files : []),
          { key: "print", label: t("print"), icon: Printer, onSelect: () => setIsPrinting(true) },
          ...(doors?.onShare ? [{ ...sharing, onSelect: () => doors.onShare?.(message) }] : []),
          ...(doors && fileInto ? [{ ...filing, onSelect: () => fileInto(message) }] : []),
          ...(onQuote ? [quote] : []),
        ]}
        button={(handlers) => <IconButton icon={Ellipsis} iconSize={15} label={t("more")} {...handlers} />}
      />
      {isPrinting && (
        <LazyBoundary onFailure={() => setIsPrinting(false)}>
          <PrintAnswer message={message} question={question} onDone={() => setIsPrinting(false)} />
        </LazyBoundary>
      )}
    </>
  );
}
