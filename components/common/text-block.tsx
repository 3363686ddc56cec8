"use client";

import { CopyButton } from "@/components/common/copy-button";

interface TextBlockProps {
  label: string;
  text: string;
  isFolded?: boolean;
}

/** A text as it is, that can be folded and copied. */
export function TextBlock({ label, text, isFolded = false }: TextBlockProps) {
  return (
    <div className="relative">
      <details open={!isFolded} className="rounded-md border">
        <summary className="cursor-pointer py-2 pr-12 pl-3 text-fg-2 text-sm">{label}</summary>
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          className="max-h-90 overflow-auto whitespace-pre-wrap break-words border-t p-3 font-mono text-xs"
        >
          {text}
        </pre>
      </details>
      <span className="absolute top-1 right-1.5">
        <CopyButton text={text} />
      </span>
    </div>
  );
}
