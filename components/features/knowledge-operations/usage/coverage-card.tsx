"use client";

import { useFormatter } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "./card";
import { CoverStrip, type StripPart } from "./cover-strip";

export interface CoverPart extends StripPart {
  label: string;
  /** Opens the list behind the number. */
  onOpen?: () => void;
}

interface CoverageCardProps {
  title: string;
  /** How much there is in all. */
  total: string;
  note?: string;
  parts: readonly CoverPart[];
  /** Heads the list of what is not covered. */
  listTitle: string;
  all: ReactNode;
  /** Below the list. */
  foot?: ReactNode;
  children: ReactNode;
}

/** How far something is covered: a bar, its numbers, and what is not covered. */
export function CoverageCard({ title, total, note, parts, listTitle, all, foot, children }: CoverageCardProps) {
  const format = useFormatter();
  return (
    <Card title={title} end={total} note={note} isPart>
      <CoverStrip
        label={parts.map(({ label, value }) => `${label} ${format.number(value)}`).join(", ")}
        parts={parts}
      />
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {parts.map(({ key, label, value, color, onOpen }) => (
          <li key={key} className="flex items-center gap-1.5">
            <i aria-hidden className="size-2 rounded-[2px]" style={{ background: color }} />
            {onOpen && value > 0 ? (
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={onOpen}
                className="rounded-xs hover:text-primary-ink pointer-coarse:min-h-11"
              >
                {label} <span className="tnum">{format.number(value)}</span>
              </button>
            ) : (
              <span>
                {label} <span className="tnum">{format.number(value)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-3 border-t pt-3">
        <div className="mb-1 flex min-h-6 items-center justify-between gap-3 text-xs">
          <h3 className="text-fg-3">{listTitle}</h3>
          {all}
        </div>
        {children}
        {foot && <p className="mt-1.5 text-fg-3 text-xs">{foot}</p>}
      </div>
    </Card>
  );
}
