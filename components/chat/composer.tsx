"use client";

import { ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";
import { cn } from "@/components/ui/cn";
import { useEarlySubmit } from "@/components/ui/use-early-submit";
import { readDraft, saveDraft } from "@/lib/client/drafts";
import { loadMarkdown } from "./lazy-markdown";
import type { MentionMenuHandle } from "./mentions/menu";
import type { ComposerOffers } from "./mentions/offers";
import { blankIn, signAt, type TypedSign, withoutSign } from "./mentions/sign";

const MentionMenu = loadedPart(async () => (await import("./mentions/menu")).MentionMenu);

export interface ComposerHandle {
  /** What is typed. */
  read: () => string;
  focus: () => void;
  /** Puts a text in and the caret behind it, or the first place of a template that is to be filled under it. */
  fill: (text: string) => void;
  /** Puts a text before what is typed. */
  begin: (text: string) => void;
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
  /** At the left of the foot: files, tools and the like. */
  tools?: ReactNode;
  /** Beside the button that sends: who answers. */
  model?: ReactNode;
  /** Above the text, inside the frame: what the question is about. */
  about?: ReactNode;
  /** Why nothing can be asked now; the text can be written all the same. */
  blocked?: string;
  /** An `@` was typed where a word begins: something is to be chosen. */
  onMention?: () => void;
  /** What is offered behind `/` and `@`. */
  offers?: ComposerOffers;
  /** Arrow up in an empty field. */
  onRecall?: () => void;
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
  model,
  about,
  blocked,
  onMention,
  offers,
  onRecall,
}: ComposerProps) {
  const t = useTranslations("chat.composer");
  const [text, setText] = useState("");
  const input = useRef<HTMLTextAreaElement>(null);
  const composing = useRef(false);
  const hint = useId();
  const frame = useRef<HTMLDivElement>(null);
  const menu = useRef<MentionMenuHandle>(null);
  const listId = useId();
  const [typedSign, setTypedSign] = useState<TypedSign | null>(null);
  // Where one was closed it stays closed, until another is typed.
  const [closedAt, setClosedAt] = useState<number | null>(null);
  const [activeId, setActiveId] = useState<string>();
  const sign = typedSign?.from === closedAt ? null : typedSign;

  useImperativeHandle(ref, () => ({
    read: () => text,
    focus: () => input.current?.focus(),
    fill,
    begin: (put) => fill(text.trim() ? `${put}\n${text.trimStart()}` : put),
    add: (added) => fill(text.trim() ? `${text.trimEnd()}\n${added}` : added),
    dropMention: () => change(text.replace(MENTION, "$1")),
  }));

  const change = (value: string) => {
    setText(value);
    saveDraft(draft, value);
  };
  /** What the caret stands behind now; while an input method composes nothing is offered. */
  const look = () => {
    const field = input.current;
    if (!offers || !field || composing.current) return;
    const found = field.selectionStart === field.selectionEnd ? signAt(field.value, field.selectionStart) : null;
    const next = found?.sign === "@" && onMention ? null : found;
    setTypedSign(next);
    if (!next) setClosedAt(null);
  };
  const handleChosen = (run: () => void) => {
    if (!sign) return;
    const rest = withoutSign(text, sign);
    change(rest);
    setTypedSign(null);
    requestAnimationFrame(() => input.current?.setSelectionRange(sign.from, sign.from));
    run();
  };
  useEarlySubmit(input, () =>
    input.current?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })),
  );
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
      const blank = blankIn(filled) ?? { from: filled.length, to: filled.length };
      input.current?.focus();
      input.current?.setSelectionRange(blank.from, blank.to);
    });
  };

  // Whoever arrives can type at once; on a phone the keyboard would cover what they came to read.
  useEffect(() => {
    if (!window.matchMedia?.("(pointer: fine)").matches) return;
    // A field, a dialog or a menu that is in use keeps the caret.
    if (document.activeElement?.closest("input, textarea, select, [role=dialog], [role=menu]")) return;
    input.current?.focus({ preventScroll: true });
  }, []);

  const count = countOf(text);
  const over = count - max;
  const canSend = text.trim() !== "" && over <= 0 && !isAnswering && !isSending && !blocked;

  const handleSend = async () => {
    if (!canSend) return;
    const sent = text;
    change("");
    setTypedSign(null);
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
    // 229 and the flag: browsers differ on the key that ends a composition.
    if (event.nativeEvent.isComposing || composing.current || event.keyCode === 229) return;
    if (sign && menu.current?.handleKey(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (event.key === "Escape" && isAnswering) {
      event.preventDefault();
      onStop();
    }
    if (event.key === "ArrowUp" && text === "" && onRecall) {
      event.preventDefault();
      onRecall();
    }
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    void handleSend();
  };

  return (
    <div
      ref={frame}
      className={cn(
        "@container/composer rounded-xl border bg-background shadow-md transition-colors focus-within:border-ring",
        over > 0 ? "border-danger" : "border-border-strong",
      )}
    >
      {about && <div className="px-2 pt-2">{about}</div>}
      <textarea
        ref={input}
        data-early=""
        value={text}
        rows={1}
        aria-label={t("label")}
        aria-describedby={hint}
        aria-invalid={over > 0 || undefined}
        aria-autocomplete={offers && "list"}
        aria-controls={sign ? listId : undefined}
        aria-activedescendant={sign ? activeId : undefined}
        placeholder={placeholder}
        onChange={({ target }) => {
          const isLonger = target.value.length > text.length;
          change(target.value);
          if (isLonger && !composing.current && MENTION.test(target.value.slice(0, target.selectionStart)))
            onMention?.();
          look();
        }}
        onSelect={look}
        onBlur={() => setTypedSign(null)}
        onKeyDown={handleKeyDown}
        onFocus={() => {
          loadMarkdown();
          if (offers) MentionMenu.preload();
        }}
        onCompositionStart={() => {
          composing.current = true;
        }}
        onCompositionEnd={() => {
          // Safari ends the composition before it reports the Enter that ended it.
          setTimeout(() => {
            composing.current = false;
            look();
          });
        }}
        className="block field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pb-1 pt-3 text-md outline-none placeholder:text-fg-3 max-md:text-[16px]"
      />
      {sign && offers && (
        <LazyBoundary onFailure={() => setClosedAt(sign.from)}>
          <MentionMenu
            ref={menu}
            id={listId}
            typed={sign}
            offers={offers}
            anchor={frame}
            onActive={setActiveId}
            onChoose={handleChosen}
            onClose={() => setClosedAt(sign.from)}
          />
        </LazyBoundary>
      )}
      <div className="flex items-center gap-1 px-2 pb-2">
        <div className="mr-auto flex shrink-0 items-center gap-1">{tools}</div>
        <span
          id={hint}
          role={over > 0 ? "alert" : undefined}
          className={cn("tnum shrink-0 px-1 text-xs", over > 0 ? "text-danger-ink" : "text-fg-3 max-sm:sr-only")}
        >
          {over > 0 ? t("tooLong", { over, max }) : t("count", { count, max })}
        </span>
        <div className="flex min-w-0 items-center">{model}</div>
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
