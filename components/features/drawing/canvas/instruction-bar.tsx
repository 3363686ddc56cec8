"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useEarlyInput } from "@/components/ui/use-early-input";
import { INSTRUCTION_MAX } from "@/lib/features/drawing/limits";

interface InstructionBarProps {
  /** A part is marked; else the whole picture is changed. */
  isMasked: boolean;
  count: number;
  /** What is left of the day, said; null without a limit. */
  left: string | null;
  /** Why nothing can be drawn now. */
  refusal: string | null;
  isBusy: boolean;
  /** True once it is under way. */
  onSend: (instruction: string) => Promise<boolean>;
}

/** What the marked part, or the picture, is to become. */
export function InstructionBar({ isMasked, count, left, refusal, isBusy, onSend }: InstructionBarProps) {
  const t = useTranslations("drawing");
  const [text, setText] = useState("");
  const field = useEarlyInput<HTMLTextAreaElement>(undefined, text);
  const isEmpty = text.trim() === "";
  const label = isMasked ? t("instruction.label") : t("instruction.whole");
  const send = async () => {
    if (!isEmpty && !isBusy && !refusal && (await onSend(text.trim()))) setText("");
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="mx-4 mb-3 max-md:order-2 flex shrink-0 items-center gap-3 rounded-lg border border-border-strong bg-background p-2 pl-4 shadow-md max-md:mx-3"
    >
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        placeholder={isMasked ? t("instruction.placeholder") : t("instruction.wholePlaceholder")}
        maxLength={INSTRUCTION_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
        className="field-sizing-content max-h-24 min-w-0 flex-1 resize-none bg-transparent text-sm outline-none placeholder:text-fg-3 max-md:text-[16px]"
      />
      {left && <span className="tnum shrink-0 text-xs text-fg-3 max-md:hidden">{left}</span>}
      <Button
        variant="primary"
        type="submit"
        loading={isBusy}
        disabled={isEmpty || refusal !== null}
        data-tooltip={refusal ?? undefined}
      >
        {t("repaint", { count })}
      </Button>
    </form>
  );
}
