"use client";

import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

interface FormSectionProps {
  title: string;
  hint?: string;
  children: ReactNode;
}

/** A part of the form under its own heading. */
export function FormSection({ title, hint, children }: FormSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="space-y-4 border-t pt-5 first:border-t-0 first:pt-0">
      <div>
        <h3 id={id} className="font-semibold text-sm">
          {title}
        </h3>
        {hint && <p className="mt-0.5 text-fg-3 text-xs">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

/** What is right as it is for nearly everybody; opens by itself where something in it is wrong. */
export function FoldedSection({ title, hint, isWrong, children }: FormSectionProps & { isWrong: boolean }) {
  const id = useId();
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = isOpened || isWrong;
  return (
    <section className="border-t pt-5">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpened(!isOpen)}
          className="flex min-h-8 w-full items-center gap-1.5 text-left font-semibold text-sm"
        >
          <ChevronRight aria-hidden size={15} className={isOpen ? "rotate-90 text-fg-3" : "text-fg-3"} />
          {title}
        </button>
      </h3>
      {/* Kept while folded: what was typed stays in the form. */}
      <div id={id} hidden={!isOpen} className="mt-3 space-y-4">
        {hint && <p className="text-fg-3 text-xs">{hint}</p>}
        {children}
      </div>
    </section>
  );
}
