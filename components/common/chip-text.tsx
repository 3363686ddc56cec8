"use client";

import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { cn } from "@/components/ui/cn";
import type { TextPart } from "@/lib/text/parts";
import { drawPieces, isDrawn, pickedIn, putCaret, textIn } from "./chip-dom";

export interface ChipTextHandle {
  /** Where the caret is, or was last. */
  caret: () => number;
  focus: (caret?: number) => void;
}

interface ChipTextProps {
  ref?: Ref<ChipTextHandle>;
  id: string;
  value: string;
  /** With where the caret is by then. */
  onChange: (text: string, caret: number) => void;
  /** The parts of a text, those that are shown as marks among them. */
  piecesOf: (text: string) => TextPart[];
  /** What a mark shows. */
  chipOf: (mark: string) => ReactNode;
  labelledBy: string;
  describedBy?: string;
  isMultiline: boolean;
  max: number;
  placeholder?: string;
  invalid?: boolean;
  spellCheck?: boolean;
  look?: keyof typeof LOOKS;
  className?: string;
}

const LOOKS = {
  /** As any other field. */
  field:
    "rounded-sm border bg-background px-2.5 py-[5px] text-sm leading-5 focus-visible:border-ring focus-visible:ring-3 focus-visible:ring-primary-line/50 max-md:text-[16px]",
  /** A page of its own, without a frame. */
  page: "overflow-y-auto px-4 py-4 text-base leading-7 -outline-offset-2 focus-visible:outline-2 focus-visible:outline-ring md:px-5",
} as const;

/** Letters typed without such a pause are taken back together, milliseconds. */
const PAUSE_MS = 800;
const STEPS_MAX = 100;

/** What can be gone back to, and when it was left. */
interface Step {
  text: string;
  caret: number;
  at: number;
}

/**
 * A text in which names of values are marks that are walked over, deleted and copied as one. Whatever it shows, it is plain
 * text: copied, pasted and handed on as such.
 */
export function ChipText(props: ChipTextProps) {
  const { value, piecesOf, chipOf, isMultiline, max, invalid } = props;
  const root = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<HTMLElement[]>([]);
  const caret = useRef(0);
  const isComposing = useRef(false);
  const past = useRef<Step[]>([]);
  const ahead = useRef<Step[]>([]);
  const latest = useRef(props);
  latest.current = props;

  /** Draws a text where the field does not show it already; the caret stays in it. */
  const draw = (text: string, at: number | null) => {
    const field = root.current!;
    const pieces = piecesOf(text);
    if (textIn(field) !== text || !isDrawn(field, pieces)) {
      setMarks(drawPieces(field, pieces));
      if (at !== null) putCaret(field, at);
    }
  };
  useLayoutEffect(() => {
    const hasFocus = document.activeElement === root.current;
    if (!isComposing.current) draw(value, hasFocus ? Math.min(caret.current, value.length) : null);
  });
  useImperativeHandle(props.ref, () => ({
    caret: () => caret.current,
    focus: (at = caret.current) => {
      root.current!.focus();
      putCaret(root.current!, at);
      caret.current = at;
    },
  }));

  /** Hands a text on; `isOwn`: it is not from what can be taken back. */
  const commit = (text: string, at: number, isOwn = true) => {
    const { value: before, onChange } = latest.current;
    if (isOwn && text !== before) {
      const last = past.current.at(-1);
      const now = Date.now();
      const goesOn = last && now - last.at < PAUSE_MS && Math.abs(text.length - before.length) === 1;
      if (goesOn) last.at = now;
      else past.current = [...past.current, { text: before, caret: caret.current, at: now }].slice(-STEPS_MAX);
      ahead.current = [];
    }
    caret.current = at;
    if (text === before) draw(text, at);
    else onChange(text, at);
  };
  const replace = (start: number, end: number, words: string) => {
    const { value: text } = latest.current;
    const room = latest.current.max - (text.length - (end - start));
    const line = latest.current.isMultiline ? words : words.replace(/\s*\n\s*/g, " ");
    const put = line.slice(0, Math.max(0, room));
    commit(`${text.slice(0, start)}${put}${text.slice(end)}`, start + put.length);
  };
  const insert = (words: string) => {
    const { start, end } = pickedIn(root.current!) ?? { start: caret.current, end: caret.current };
    replace(start, end, words);
  };
  const takeTyped = () => {
    const field = root.current!;
    const text = textIn(field);
    const at = pickedIn(field)?.end ?? text.length;
    // What goes over the limit is not typed at all.
    if (text.length > max && text.length > value.length) draw(value, caret.current);
    else commit(text, at);
  };
  const travel = (from: Step[], to: Step[]) => {
    const step = from.pop();
    if (!step) return;
    to.push({ text: latest.current.value, caret: caret.current, at: 0 });
    commit(step.text, step.caret, false);
  };

  const handlers = useRef({ insert, travel });
  handlers.current = { insert, travel };
  // React knows no `beforeinput` as the browser has it.
  useEffect(() => {
    const field = root.current!;
    const handle = (event: InputEvent) => {
      const { inputType, dataTransfer } = event;
      if (inputType === "insertParagraph" || inputType === "insertLineBreak") {
        event.preventDefault();
        if (latest.current.isMultiline) handlers.current.insert("\n");
      } else if (inputType === "insertFromDrop" || inputType === "insertFromPaste") {
        event.preventDefault();
        handlers.current.insert(dataTransfer?.getData("text/plain") ?? "");
      } else if (inputType === "historyUndo" || inputType === "historyRedo") {
        event.preventDefault();
        if (inputType === "historyUndo") handlers.current.travel(past.current, ahead.current);
        else handlers.current.travel(ahead.current, past.current);
      } else if (inputType.startsWith("format")) event.preventDefault();
    };
    field.addEventListener("beforeinput", handle);
    return () => field.removeEventListener("beforeinput", handle);
  }, []);

  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if ((event.metaKey || event.ctrlKey) && !event.altKey) {
      const letter = key.toLowerCase();
      if (letter !== "z" && letter !== "y") return;
      event.preventDefault();
      if (letter === "z" && !event.shiftKey) travel(past.current, ahead.current);
      else travel(ahead.current, past.current);
      return;
    }
    const picked = pickedIn(root.current!);
    if (!picked) return;
    const { start, end } = picked;
    const isDeleting = key === "Backspace" || key === "Delete";
    if (isDeleting && start < end) {
      event.preventDefault();
      replace(start, end, "");
      return;
    }
    if (start !== end || event.shiftKey || event.altKey) return;
    // A mark is one letter to whoever walks or deletes.
    const side =
      key === "ArrowLeft" || key === "Backspace" ? "before" : key === "ArrowRight" || key === "Delete" ? "after" : null;
    const mark = side && markBeside(piecesOf(value), start, side);
    if (!mark) return;
    event.preventDefault();
    if (isDeleting) replace(mark.start, mark.end, "");
    else {
      caret.current = side === "before" ? mark.start : mark.end;
      putCaret(root.current!, caret.current);
    }
  };
  const handleCopy = (event: React.ClipboardEvent) => {
    const picked = pickedIn(root.current!);
    if (!picked || picked.start === picked.end) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", value.slice(picked.start, picked.end));
    if (event.type === "cut") replace(picked.start, picked.end, "");
  };
  const remember = () => {
    caret.current = pickedIn(root.current!)?.end ?? caret.current;
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no field of the browser's shows marks within its text */}
      <div
        ref={root}
        id={props.id}
        role="textbox"
        tabIndex={0}
        contentEditable
        suppressContentEditableWarning
        aria-multiline={isMultiline}
        aria-labelledby={props.labelledBy}
        aria-describedby={props.describedBy}
        aria-invalid={invalid || undefined}
        aria-placeholder={props.placeholder}
        data-placeholder={props.placeholder}
        spellCheck={props.spellCheck}
        onInput={() => !isComposing.current && takeTyped()}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
          takeTyped();
        }}
        onKeyDown={handleKey}
        onKeyUp={remember}
        onPointerUp={remember}
        onCopy={handleCopy}
        onCut={handleCopy}
        onPaste={(event) => {
          event.preventDefault();
          insert(event.clipboardData.getData("text/plain").replaceAll("\r\n", "\n"));
        }}
        className={cn(
          "wrap-anywhere w-full whitespace-pre-wrap text-fg outline-none",
          LOOKS[props.look ?? "field"],
          value === "" &&
            "before:pointer-events-none before:float-left before:h-0 before:text-fg-3 before:content-[attr(data-placeholder)]",
          props.look !== "page" && (invalid ? "border-danger" : "border-input"),
          props.className,
        )}
      />
      {marks.map((element, index) =>
        createPortal(chipOf(element.dataset.mark ?? ""), element, `${index} ${element.dataset.mark}`),
      )}
    </>
  );
}

/** The mark a caret stands right before or behind. */
function markBeside(pieces: readonly TextPart[], caret: number, side: "before" | "after") {
  let start = 0;
  for (const { text, mark } of pieces) {
    const end = start + text.length;
    if (mark !== null && (side === "before" ? end : start) === caret) return { start, end };
    start = end;
  }
  return null;
}
