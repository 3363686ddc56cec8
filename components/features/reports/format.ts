import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import { useAppName } from "@/components/common/use-app-name";
import { firstOfMonth, type Grain } from "@/lib/config/day-range";
import type { ReportTexts } from "@/lib/features/reports/label";
import { decimalsOfSums, moneyText } from "@/lib/i18n/amounts";

/** Above this, figures are told in millions. */
const SHORT_FROM = 1_000_000;
const UNITS = [
  ["billion", 1e9],
  ["million", 1e6],
  ["thousand", 1e3],
] as const;

export interface Scale {
  unit: "one" | (typeof UNITS)[number][0];
  factor: number;
}

/** The unit an axis is labelled in. */
export function scaleOf(highest: number): Scale {
  const found = UNITS.find(([, factor]) => highest >= factor * 10) ?? (highest >= SHORT_FROM ? UNITS[1] : undefined);
  return found ? { unit: found[0], factor: found[1] } : { unit: "one", factor: 1 };
}

/** Texts of the reports, callable with a name made at run time. */
export function useReportTexts(): ReportTexts {
  const t = useTranslations("reports");
  const app = useAppName();
  return useMemo(() => {
    const text = (key: string, args?: Parameters<typeof t>[1]) => t(key as "title", args as never);
    return Object.assign(text, { has: (key: string) => t.has(key as "title"), app }) as ReportTexts;
  }, [t, app]);
}

/** Figures, money, times and days as the reader's language writes them. */
export function useFormat(currency: string) {
  const locale = useLocale();
  const t = useReportTexts();
  return useMemo(() => formatOf(locale, currency, t), [locale, currency, t]);
}
export type Format = ReturnType<typeof formatOf>;

function formatOf(locale: string, currency: string, t: ReportTexts) {
  const isChinese = locale.startsWith("zh");
  const tag = isChinese ? "zh-CN" : "en-GB";
  const number = (digits: number) => new Intl.NumberFormat(tag, { maximumFractionDigits: digits });
  const whole = number(0);
  const percentOf = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 1 });
  // Changes stand below one another, so all have a decimal.
  const changeOf = new Intl.NumberFormat(tag, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" });
  const shortMonth = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
  const parts = (text: string) => text.split("-").map(Number) as [number, number, number];

  const short = (value: number) => {
    const unit = value >= SHORT_FROM ? UNITS.find(([, factor]) => value >= factor) : undefined;
    if (!unit) return { value: whole.format(value), unit: "" };
    const scaled = value / unit[1];
    return { value: number(scaled < 10 ? 2 : 1).format(scaled), unit: unit[0] };
  };
  const letters: Record<string, string> = { "": "", thousand: " K", million: " M", billion: " B" };
  return {
    whole: (value: number) => whole.format(value),
    /** `186.4` and the unit's name. */
    short,
    /** `186.4 M`. */
    compact: (value: number) => {
      const { value: text, unit } = short(value);
      return text + letters[unit];
    },
    scaled: (value: number) => number(2).format(value),
    /** With the decimals of its column, where it stands in one. */
    money: (micros: number, decimals = decimalsOfSums([micros])) => moneyText(locale, micros, currency, decimals),
    /** To the last millionth. */
    exactMoney: (micros: number, decimals?: number) => moneyText(locale, micros, currency, decimals),
    /** Chinese counts in measure words, English does not. */
    measure: (unit: string) => (isChinese ? t(`unit.${unit}`) : undefined),
    percent: (share: number) => percentOf.format(share),
    /** Without its sign: an arrow says it. */
    change: (share: number) =>
      Math.abs(share) >= 10 ? `> ${percentOf.format(9.99)}` : changeOf.format(Math.abs(share)),
    time: (ms: number) =>
      ms < 1000
        ? t("time.ms", { value: whole.format(ms) })
        : t("time.seconds", { value: number(ms < 10_000 ? 2 : 1).format(ms / 1000) }),
    seconds: (ms: number) => number(2).format(ms / 1000),
    /** `11 月 18 日`, `18 Nov`. */
    day: (text: string) => {
      const [, m, d] = parts(text);
      return isChinese ? `${m} 月 ${d} 日` : day.format(new Date(text));
    },
    range: (from: string, to: string) => {
      const one = (text: string) => {
        const [y, m, d] = parts(text);
        return isChinese ? `${y} 年 ${m} 月 ${d} 日` : `${day.format(new Date(text))} ${y}`;
      };
      return from === to ? one(from) : `${one(from)} – ${one(to)}`;
    },
    month: (text: string) => {
      const [y, m] = parts(text);
      return isChinese ? `${y} 年 ${m} 月` : month.format(new Date(firstOfMonth(text)));
    },
    /** A point of a chart: below the axis, and in full. */
    point: (period: string, grain: Grain) => {
      const [y, m, d] = parts(period);
      if (grain === "month") {
        const label = isChinese ? `${y} 年 ${m} 月` : month.format(new Date(period));
        return { axis: isChinese ? `${m} 月` : shortMonth.format(new Date(period)), label };
      }
      const name = weekday.format(new Date(period));
      return {
        axis: isChinese ? `${m}/${d}` : day.format(new Date(period)),
        label: isChinese ? `${m} 月 ${d} 日 ${name}` : `${name} ${day.format(new Date(period))}`,
      };
    },
    /** `10:21` today, else the day with it, in the organisation's time zone. */
    moment: (iso: string, timeZone: string, seconds = false) => {
      const date = new Date(iso);
      const clock = date.toLocaleTimeString("en-GB", {
        timeZone,
        hour: "2-digit",
        minute: "2-digit",
        ...(seconds ? { second: "2-digit" } : {}),
      });
      const text = date.toLocaleDateString("sv-SE", { timeZone });
      const isToday = text === new Date().toLocaleDateString("sv-SE", { timeZone });
      const [, m, d] = parts(text);
      return { clock, isToday, full: `${isChinese ? `${m} 月 ${d} 日` : day.format(new Date(text))} ${clock}` };
    },
  };
}
