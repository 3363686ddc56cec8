"use client";

import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/textarea";
import { readDraft, saveDraft } from "@/lib/client/drafts";
import { reportFailure } from "@/lib/client/report-failure";
import { CHAT_INPUT_MAX } from "@/lib/config/constants";
import { COLUMNS_MAX } from "@/lib/features/documents/limits";

interface QuestionFormProps {
  /** Name under which an unsent question is kept. */
  draft: string;
  /** Questions the table has. */
  columns: number;
  blocked: string | undefined;
  onAsk: (question: string) => Promise<unknown>;
}

/** The question that becomes the next column. */
export function QuestionForm({ draft, columns, blocked, onAsk }: QuestionFormProps) {
  const t = useTranslations("documents.table");
  const [text, setText] = useState("");
  const [isSending, setIsSending] = useState(false);
  const id = useId();
  useEffect(() => setText(readDraft(draft)), [draft]);

  const max = CHAT_INPUT_MAX.other;
  const count = [...text].length;
  const isFull = columns >= COLUMNS_MAX;
  const canAsk = text.trim() !== "" && count <= max && !isFull && !blocked && !isSending;
  const change = (value: string) => {
    setText(value);
    saveDraft(draft, value);
  };
  const handleAsk = async () => {
    if (!canAsk) return;
    setIsSending(true);
    try {
      await onAsk(text.trim());
      change("");
    } catch (error) {
      reportFailure(error);
    } finally {
      setIsSending(false);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    void handleAsk();
  };
  const note = isFull ? t("full", { max: COLUMNS_MAX }) : (blocked ?? (count > max ? t("tooLong", { max }) : null));
  return (
    <div>
      <div className="flex items-start gap-2">
        <Textarea
          rows={1}
          value={text}
          aria-label={t("question")}
          aria-describedby={`${id}-note`}
          placeholder={t("placeholder")}
          invalid={count > max}
          onChange={(event) => change(event.target.value)}
          onKeyDown={handleKey}
          className="field-sizing-content max-h-40 min-h-8 resize-none! max-md:text-[16px]"
        />
        <Button
          variant="primary"
          icon={Plus}
          disabled={!canAsk && !isSending}
          loading={isSending}
          onClick={() => void handleAsk()}
        >
          {t("ask")}
        </Button>
      </div>
      <p id={`${id}-note`} role={count > max ? "alert" : undefined} className="mt-1 text-xs text-fg-3">
        {note ?? t("hint")}
      </p>
    </div>
  );
}
