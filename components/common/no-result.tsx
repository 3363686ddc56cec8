"use client";

import { Button } from "@/components/ui/button";

interface NoResultProps {
  text: string;
  clear: string;
  onClear: () => void;
}

/** Where cards would stand if the filters left any. */
export function NoResult({ text, clear, onClear }: NoResultProps) {
  return (
    <div className="flex flex-col items-center gap-3 py-16 text-fg-3 text-sm">
      <p role="status">{text}</p>
      <Button onClick={onClear}>{clear}</Button>
    </div>
  );
}
