"use client";

import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

interface FormSectionProps {
  title: string;
  /** Beside the title. */
  meta?: ReactNode;
  /** Can be folded, and is so at first or not; without it it cannot. */
  folded?: boolean;
  children: ReactNode;
}

/** One part of a node's settings. */
export function FormSection({ title, meta, folded, children }: FormSectionProps) {
  const id = useId();
  const [isFolded, setFolded] = useState(folded ?? false);
  return (
    <section className="border-b px-4 py-3 last:border-b-0">
      <h3 className="flex items-center gap-2 font-semibold text-sm">
        {folded === undefined ? (
          <span className="flex-1">{title}</span>
        ) : (
          <button
            type="button"
            aria-expanded={!isFolded}
            aria-controls={id}
            onClick={() => setFolded(!isFolded)}
            className="flex min-h-6 flex-1 items-center gap-1.5 text-left"
          >
            <ChevronDown
              aria-hidden
              size={14}
              className={`text-fg-3 transition-transform ${isFolded ? "-rotate-90" : ""}`}
            />
            {title}
          </button>
        )}
        {meta && <span className="font-normal text-fg-3 text-xs">{meta}</span>}
      </h3>
      <div id={id} hidden={isFolded} className="mt-2 space-y-3">
        {children}
      </div>
    </section>
  );
}
