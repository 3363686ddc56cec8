"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { addDays, dayIn, isDay } from "@/lib/config/time";
import { useMoments } from "./use-moments";

interface CalendarPopoverProps {
  trigger: ReactElement;
  value: string;
  min?: string;
  max?: string;
  onPick: (day: string) => void;
}

const WEEK = 7;
const SHOWN = 6 * WEEK;
/** A Monday: weeks begin with it in both languages. */
const MONDAY = "2024-01-01";
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -WEEK, ArrowDown: WEEK };

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
/** The Monday of the week a day lies in. */
const mondayOf = (day: string) => addDays(day, -((utc(day).getUTCDay() + WEEK - 1) % WEEK));

/** The month around a day, to pick another from. Mounted by the press that asked for it. */
export function CalendarPopover({ trigger, value, min, max, onPick }: CalendarPopoverProps) {
  const [open, setOpen] = useState(true);
  const pick = (day: string) => {
    onPick(day);
    setOpen(false);
  };
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>{trigger}</PopoverTrigger>
      <PopoverContent align="end" className="w-70 p-3" onOpenAutoFocus={(event) => event.preventDefault()}>
        <Month value={value} min={min} max={max} onPick={pick} />
      </PopoverContent>
    </Popover>
  );
}

function Month({ value, min, max, onPick }: Omit<CalendarPopoverProps, "trigger">) {
  const t = useTranslations("common.date");
  const locale = useLocale();
  const moments = useMoments();
  const today = dayIn(useTimeZone() ?? "UTC");
  const [at, setAt] = useState(isDay(value) ? value : today);
  const here = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day the keys have moved to
  useEffect(() => here.current?.focus(), [at]);

  const first = mondayOf(firstOf(at));
  const days = Array.from({ length: SHOWN }, (_, index) => addDays(first, index));
  const weekdays = Array.from({ length: WEEK }, (_, index) =>
    new Intl.DateTimeFormat(locale, { weekday: locale.startsWith("zh") ? "narrow" : "short", timeZone: "UTC" }).format(
      utc(addDays(MONDAY, index)),
    ),
  );
  const isOut = (day: string) => (min !== undefined && day < min) || (max !== undefined && day > max);
  const turn = (months: number) => {
    const [year, month] = at.split("-").map(Number) as [number, number];
    setAt(new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10));
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === "PageUp") turn(-1);
    else if (event.key === "PageDown") turn(1);
    else if (step) setAt(addDays(at, step));
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex items-center gap-1 pb-2">
        <p aria-live="polite" className="tnum flex-1 pl-1 font-semibold">
          {moments.calendarMonth(at)}
        </p>
        <IconButton icon={ChevronLeft} label={t("previous")} onClick={() => turn(-1)} />
        <IconButton icon={ChevronRight} label={t("next")} onClick={() => turn(1)} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a field set is for inputs */}
      <div
        role="group"
        aria-label={moments.calendarMonth(at)}
        onKeyDown={handleKey}
        className="grid grid-cols-7 gap-0.5"
      >
        {weekdays.map((name) => (
          <span key={name} aria-hidden className="grid h-7 place-items-center text-fg-3 text-xs">
            {name}
          </span>
        ))}
        {days.map((day) => (
          <button
            key={day}
            ref={day === at ? here : undefined}
            type="button"
            tabIndex={day === at ? 0 : -1}
            disabled={isOut(day)}
            aria-pressed={day === value}
            aria-current={day === today ? "date" : undefined}
            aria-label={moments.calendarDay(day)}
            onClick={() => onPick(day)}
            className={cn(
              "tnum grid h-8 place-items-center rounded-sm hover:bg-muted disabled:pointer-events-none disabled:text-fg-4 pointer-coarse:h-11",
              day.slice(0, 7) !== at.slice(0, 7) && "text-fg-3",
              day === today && "font-semibold text-primary-ink",
              day === value && "bg-primary text-primary-fg hover:bg-primary",
            )}
          >
            {Number(day.slice(8))}
          </button>
        ))}
      </div>
      <div className="flex justify-between pt-2">
        <Button size="sm" variant="ghost" disabled={!value} onClick={() => onPick("")}>
          {t("clear")}
        </Button>
        <Button size="sm" variant="ghost" disabled={isOut(today)} onClick={() => onPick(today)}>
          {t("today")}
        </Button>
      </div>
    </>
  );
}
