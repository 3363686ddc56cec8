"use client";

import { CalendarDays } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { isDay } from "@/lib/config/time";
import { LazyTrigger } from "./lazy-trigger";
import { loadedPart } from "./loaded-part";

const Calendar = loadedPart(async () => (await import("./calendar-popover")).CalendarPopover);

interface DateInputProps extends Omit<ComponentProps<typeof Input>, "type" | "value" | "onChange" | "min" | "max"> {
  /** A day of the calendar, `2026-11-18`, or nothing. */
  value: string;
  onValueChange: (day: string) => void;
  min?: string;
  max?: string;
}

/** How people write days, year first. */
const WRITTEN = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/;

function dayOf(text: string): string {
  const [, year, month = "", day = ""] = WRITTEN.exec(text.trim()) ?? [];
  const found = year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : "";
  return isDay(found) ? found : "";
}

/**
 * A day: typed, or picked from a calendar in the language of the product. The browser's own field speaks the browser's
 * language, whatever the page is written in. What is no day is not taken over, and gone when the field is left.
 */
export function DateInput({ value, onValueChange, min, max, onBlur, disabled, ...rest }: DateInputProps) {
  const t = useTranslations("common.date");
  const [typed, setTyped] = useState<string | null>(null);
  // What looks like a day on the way to another one is not taken over before the field is left.
  const take = (text: string, day: string) => {
    if (day !== value && (day || !text.trim())) onValueChange(day);
  };
  return (
    <Input
      {...rest}
      disabled={disabled}
      inputMode="numeric"
      autoComplete="off"
      placeholder={t("placeholder")}
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        take(target.value, isDay(target.value) ? target.value : "");
      }}
      onBlur={(event) => {
        if (typed !== null) take(typed, dayOf(typed));
        setTyped(null);
        onBlur?.(event);
      }}
      suffix={
        <LazyTrigger
          opens="dialog"
          load={Calendar.preload}
          button={(handlers) => (
            <IconButton
              icon={CalendarDays}
              iconSize={15}
              size={24}
              label={t("open")}
              disabled={disabled}
              {...handlers}
            />
          )}
        >
          {(trigger) => (
            <Calendar
              fallback={trigger}
              trigger={trigger}
              value={value}
              min={min}
              max={max}
              onPick={(day) => {
                setTyped(null);
                onValueChange(day);
              }}
            />
          )}
        </LazyTrigger>
      }
    />
  );
}
