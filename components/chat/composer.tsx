"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { cn } from "@/components/ui/cn";
import { readDraft, saveDraft } from "@/lib/client/drafts";
import { loadMarkdown } from "./lazy-markdown";

export interface ComposerHandle {
  focus: () => void;
  /** Puts a text in and the caret behind it. */
  fill: (text: string) => void;
  /** Adds a text behind what is typed. */
  add: (text: string) => void;
  /** Takes away the sign that asked for a choice, once something was chosen. */
  dropMention: () => void;
}

interface ComposerProps {
  ref?: Ref<ComposerHandle>;
  /** Name under which an unsent text is kept. */
  draft: string;
  /** Unicode code points (spec B4). */
  max: number;
  placeholder: string;
  isAnswering: boolean;
  isSending: boolean;
  /** Resolves when the question is accepted; on a rejection the text stays. */
  onSend: (text: string) => Promise<void>;
  onStop: () => void;
  /** Left of the counter: model picker and the like. */
  tools?: ReactNode;
  /** Above the text, inside the frame: what the question is about. */
  about?: ReactNode;
  /** Why nothing can be asked now; the text can be written all the same. */
  blocked?: string;
  /** An `@` was typed where a word begins: something is to be chosen. */
  onMention?: () => void;
}

/** An `@` at the end, at the beginning of a word. */
const MENTION = /(^|\s)@$/;

const countOf = (text: string) => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** The input of every chat: grows with its text, counts it, never sends while an input method is composing. */
export function Composer({
  ref,
  draft,
  max,
  placeholder,
  isAnswering,
  isSending,
  onSend,
  onStop,
  tools,
  about,
  blocked,
  onMention,
}: ComposerProps) {
  const t = useTranslations("chat.composer");
  const [text, setText] = useState("");
  const input = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  const hint = useId();

  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    fill,
    add: (added) => fill(text.trim() ? `${text.trimEnd()}\n${added}` : added),
    dropMention: () => change(text.replace(MENTION, "$1")),
  }));

  const change = (value: string) => {
    setText(value);
    saveDraft(draft, value);
  };
  const isAlive = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` writes to this very draft
  useLayoutEffect(() => {
    // Typed before the page came alive, it stands in the field alone; it goes behind what an earlier visit left.
    const typed = isAlive.current ? "" : (input.current?.value ?? "");
    isAlive.current = true;
    const kept = readDraft(draft);
    if (typed && typed !== kept) change([kept, typed].filter(Boolean).join("\n"));
    else setText(kept);
  }, [draft]);
  const fill = (filled: string) => {
    change(filled);
    requestAnimationFrame(() => {
      input.current?.focus();
      input.current?.setSelectionRange(filled.length, filled.length);
    });
  };

  const count = countOf(text);
  const over = count - max;
  const canSend = text.trim() !== "" && over <= 0 && !isAnswering && !isSending && !blocked;

  const handleSend = async () => {
    if (!canSend) return;
    const sent = text;
    change("");
    try {
      await onSend(sent);
    } catch {
      // Refused: nothing typed is lost. What was typed meanwhile stays behind it.
      setText((current) => {
        const restored = current ? `${sent}\n${current}` : sent;
        saveDraft(draft, restored);
        return restored;
      });
    }
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape" && isAnswering) {
      event.preventDefault();
      onStop();
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    // 229 and the flag: browsers differ on the Enter that ends a composition.
    if (event.nativeEvent.isComposing || composing.current || event.keyCode === 229) return;
    event.preventDefault();
    void handleSend();
  };

  return (
    <div
      className={cn(
        "rounded-xl border bg-background shadow-md transition-colors focus-within:border-ring",
        over > 0 ? "border-danger" : "border-border-strong",
      )}
    >
      {about && <div className="px-2 pt-2">{about}</div>}
      <textarea
        ref={input}
        value={text}
        rows={1}
        aria-label={t("label")}
        aria-describedby={hint}
        aria-invalid={over > 0 || undefined}
        placeholder={placeholder}
        onChange={({ target }) => {
          const isLonger = target.value.length > text.length;
          change(target.value);
          if (isLonger && !composing.current && MENTION.test(target.value.slice(0, target.selectionStart)))
            onMention?.();
        }}
        onKeyDown={handleKeyDown}
        onFocus={loadMarkdown}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={() => {
          // Safari ends the composition before it reports the Enter that ended it.
          setTimeout(() => {
            composing.current = false;
          });
        }}
        className="block field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pb-1 pt-3 text-md outline-none placeholder:text-fg-3 max-md:text-[16px]"
      />
      <div className="flex items-center gap-1 px-2 pb-2">
        <div className="flex min-w-0 flex-1 items-center gap-1">{tools}</div>
        <span
          id={hint}
          role={over > 0 ? "alert" : undefined}
          className={cn("tnum shrink-0 px-1 text-xs", over > 0 ? "text-danger-ink" : "text-fg-3 max-sm:sr-only")}
        >
          {over > 0 ? t("tooLong", { over, max }) : t("count", { count, max })}
        </span>
        {isAnswering ? (
          <button
            type="button"
            aria-label={t("stop")}
            data-tooltip={t("stop")}
            onClick={onStop}
            className="grid size-8 shrink-0 place-items-center rounded-md bg-fg text-background hover:opacity-90 pointer-coarse:size-11"
          >
            <span aria-hidden className="size-2.5 rounded-[2px] bg-background" />
          </button>
        ) : (
          <button
            type="button"
            aria-label={t("send")}
            data-tooltip={blocked ?? t("send")}
            disabled={!canSend}
            onClick={handleSend}
            className="grid size-8 shrink-0 place-items-center rounded-md bg-primary text-primary-fg transition-colors hover:bg-primary-hover disabled:bg-muted disabled:text-fg-4 pointer-coarse:size-11"
          >
            <ArrowUp aria-hidden size={17} strokeWidth={2.25} />
          </button>
        )}
      </div>
    </div>
  );
}
