import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

interface CardProps {
  title: string;
  /** At the right of the title. */
  end?: ReactNode;
  /** What the card leaves out, under its title. */
  note?: string;
  /** Parts of one frame have no border of their own. */
  isPart?: boolean;
  children: ReactNode;
}

/** A part of the screen of use. */
export function Card({ title, end, note, isPart, children }: CardProps) {
  return (
    <section aria-label={title} className={cn("min-w-0 p-4", !isPart && "rounded-md border")}>
      <header className="mb-3 flex min-h-7 flex-wrap items-center gap-x-3">
        <h2 className="font-semibold text-base">{title}</h2>
        {note && <span className="text-fg-3 text-xs">{note}</span>}
        <span className="tnum ml-auto text-fg-3 text-xs">{end}</span>
      </header>
      {children}
    </section>
  );
}

export const linkClass =
  "rounded-xs text-primary-ink text-xs hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center";
