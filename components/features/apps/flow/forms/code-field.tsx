"use client";

import { type KeyboardEvent, useId, useRef } from "react";
import { Field } from "@/components/ui/field";
import { CODE_MAX } from "@/lib/features/apps/workflow/limits";

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (code: string) => void;
  hint: string;
}

/** A program, with the numbers of its lines. */
export function CodeField({ label, value, onChange, hint }: CodeFieldProps) {
  const id = useId();
  const numbers = useRef<HTMLPreElement>(null);
  const count = value.split("\n").length;
  // Tab leaves the field, as everywhere; two blanks are put in where a line begins anew.
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.metaKey || event.ctrlKey) return;
    const { selectionStart, selectionEnd } = event.currentTarget;
    const line = value.slice(0, selectionStart).split("\n").at(-1) ?? "";
    const indent = /^\s*/.exec(line)?.[0] ?? "";
    const deeper = /[{([]\s*$/.test(line) ? "  " : "";
    if (indent + deeper === "") return;
    event.preventDefault();
    const field = event.currentTarget;
    const at = selectionStart + 1 + indent.length + deeper.length;
    onChange(`${value.slice(0, selectionStart)}\n${indent}${deeper}${value.slice(selectionEnd)}`);
    requestAnimationFrame(() => field.setSelectionRange(at, at));
  };
  return (
    <Field id={id} label={label} hint={hint}>
      <div className="flex h-64 min-h-32 resize-y overflow-hidden rounded-sm border border-input bg-background font-mono text-xs leading-5 focus-within:border-ring focus-within:ring-3 focus-within:ring-primary-line/50">
        <pre
          ref={numbers}
          aria-hidden
          className="tnum shrink-0 select-none overflow-hidden border-r bg-subtle px-2 py-1.5 text-right text-fg-3"
        >
          {Array.from({ length: count }, (_, index) => index + 1).join("\n")}
        </pre>
        <textarea
          id={id}
          value={value}
          maxLength={CODE_MAX}
          spellCheck={false}
          autoCapitalize="off"
          wrap="off"
          aria-describedby={`${id}-message`}
          onKeyDown={handleKey}
          onChange={(event) => onChange(event.target.value)}
          onScroll={(event) => {
            if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
          }}
          className="min-w-0 flex-1 resize-none bg-transparent px-2 py-1.5 outline-none"
        />
      </div>
    </Field>
  );
}
