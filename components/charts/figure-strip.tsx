"use client";

import { ArrowDownRight, ArrowUpRight, Minus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";

export interface Figure {
  key: string;
  label: string;
  value: ReactNode;
  /** From the period before to this one; null: nothing to compare with. */
  change: { by: number; text: string } | null;
  /** Whether more of it is better, worse, or neither. */
  more: "good" | "bad" | "neutral";
  note?: string | false | null;
  /** The list behind the number. */
  target?: { href: string } | { onOpen: () => void };
}

interface FigureStripProps {
  items: readonly Figure[];
  /** Figures side by side where there is room. */
  columns?: string;
}

/** Figures of a period with their change, each opening its list. */
export function FigureStrip({ items, columns = "md:grid-cols-3 xl:grid-cols-6" }: FigureStripProps) {
  return (
    <dl className={cn("grid grid-cols-2 overflow-hidden rounded-md border", columns)}>
      {items.map((item) => (
        <div key={item.key} className="-mr-px -mb-px min-w-0 border-r border-b px-4 py-3">
          <dt className="truncate text-fg-3 text-sm">{item.label}</dt>
          <dd className="tnum mt-0.5 truncate font-semibold text-[22px] leading-8 tracking-tight">
            <Opening target={item.target}>{item.value}</Opening>
          </dd>
          <dd className="tnum mt-0.5 flex min-h-4.5 flex-wrap items-center gap-x-2 text-fg-3 text-xs">
            {item.change && <Change change={item.change} more={item.more} />}
            {item.note}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a number counts, beside it. */
export const Unit = (text: ReactNode) => <span className="font-normal text-fg-3 text-xs tracking-normal">{text}</span>;

function Opening({ target, children }: Pick<Figure, "target"> & { children: ReactNode }) {
  const className = "rounded-xs hover:text-primary-ink pointer-coarse:min-h-11";
  if (!target) return children;
  if ("href" in target) {
    return (
      <Link href={target.href} className={className}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" aria-haspopup="dialog" onClick={target.onOpen} className={className}>
      {children}
    </button>
  );
}

function Change({ change: { by, text }, more }: Pick<Figure, "more"> & { change: NonNullable<Figure["change"]> }) {
  const t = useTranslations("common.chart.change");
  const Icon = by === 0 ? Minus : by > 0 ? ArrowUpRight : ArrowDownRight;
  const isGood = more === "neutral" || by === 0 ? null : by > 0 === (more === "good");
  const spoken = by === 0 ? t("none") : t(by > 0 ? "up" : "down", { value: text });
  return (
    <span
      className={cn(
        "inline-flex items-center gap-0.5",
        isGood === null ? "text-fg-2" : isGood ? "text-success-ink" : "text-danger-ink",
      )}
    >
      <Icon aria-hidden size={13} className="shrink-0" />
      <span className="sr-only">{spoken}</span>
      <span aria-hidden>{by === 0 ? t("none") : text}</span>
    </span>
  );
}
