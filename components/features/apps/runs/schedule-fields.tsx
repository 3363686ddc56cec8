"use client";

import { useTranslations } from "next-intl";
import { useId, useMemo } from "react";
import { Field, fieldMessageId } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { CRON_MAX } from "@/lib/features/apps/runs-schema";
import { RHYTHMS, type Rhythm, type Schedule, toCron } from "@/lib/features/apps/schedules";
import { useWeekdays } from "./use-schedule-words";

/** The last day every picker offers; months that lack it are left out. */
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

interface ScheduleFieldsProps {
  schedule: Schedule;
  timeZone: string;
  /** Time zone of the organisation. */
  organisation: string;
  wrong: { time?: string; cron?: string; timeZone?: string };
  onSchedule: (schedule: Schedule) => void;
  onTimeZone: (timeZone: string) => void;
}

/** How often and when, by the usual rhythms or as a line of cron. */
export function ScheduleFields({
  schedule,
  timeZone,
  organisation,
  wrong,
  onSchedule,
  onTimeZone,
}: ScheduleFieldsProps) {
  const t = useTranslations("apps-runs.triggers");
  const id = useId();
  const weekdays = useWeekdays();
  const zones = useMemo(() => ["UTC", ...Intl.supportedValuesOf("timeZone")], []);
  const { rhythm, time, weekday, day, line } = schedule;
  const set = (patch: Partial<Schedule>) => onSchedule({ ...schedule, ...patch });
  const cronHint = t("cronHint");
  const zoneHint = t("timeZoneHint", { zone: organisation });
  // Monday first, as weeks are read.
  const order = [1, 2, 3, 4, 5, 6, 0];
  return (
    <>
      <Field id={`${id}-rhythm`} label={t("rhythm")}>
        <Select
          id={`${id}-rhythm`}
          value={rhythm}
          options={RHYTHMS.map((value) => ({ value, label: t(`rhythms.${value}`) }))}
          onValueChange={(value) =>
            // One's own line begins as what was chosen before.
            set({ rhythm: value as Rhythm, ...(value === "cron" && { line: toCron(schedule) }) })
          }
          className="w-full"
        />
      </Field>
      {rhythm === "cron" ? (
        <Field id={`${id}-cron`} label={t("cron")} hint={cronHint} error={wrong.cron || undefined} required>
          <Input
            id={`${id}-cron`}
            value={line}
            maxLength={CRON_MAX}
            autoComplete="off"
            spellCheck={false}
            invalid={Boolean(wrong.cron)}
            aria-describedby={fieldMessageId(`${id}-cron`, wrong.cron, cronHint)}
            className="font-mono"
            onChange={(event) => set({ line: event.target.value })}
          />
        </Field>
      ) : (
        <div className="flex flex-wrap gap-4">
          {rhythm === "weekly" && (
            <Field id={`${id}-weekday`} label={t("weekday")} className="min-w-40 flex-1">
              <Select
                id={`${id}-weekday`}
                value={String(weekday)}
                options={order.map((value) => ({ value: String(value), label: weekdays[value] ?? "" }))}
                onValueChange={(value) => set({ weekday: Number(value) })}
                className="w-full"
              />
            </Field>
          )}
          {rhythm === "monthly" && (
            <Field
              id={`${id}-day`}
              label={t("day")}
              hint={day > 28 ? t("dayHint") : undefined}
              className="min-w-40 flex-1"
            >
              <Select
                id={`${id}-day`}
                value={String(day)}
                options={DAYS.map((value) => ({ value: String(value), label: t("dayOf", { day: value }) }))}
                onValueChange={(value) => set({ day: Number(value) })}
                className="w-full"
              />
            </Field>
          )}
          <Field id={`${id}-time`} label={t("time")} error={wrong.time || undefined} className="min-w-40 flex-1">
            <Input
              id={`${id}-time`}
              value={time}
              inputMode="numeric"
              autoComplete="off"
              maxLength={5}
              placeholder="09:00"
              invalid={Boolean(wrong.time)}
              aria-describedby={fieldMessageId(`${id}-time`, wrong.time)}
              className="tnum"
              onChange={(event) => set({ time: event.target.value })}
            />
          </Field>
        </div>
      )}
      <Field id={`${id}-zone`} label={t("timeZone")} hint={zoneHint} error={wrong.timeZone || undefined}>
        <Input
          id={`${id}-zone`}
          list={`${id}-zones`}
          value={timeZone}
          maxLength={60}
          autoComplete="off"
          spellCheck={false}
          invalid={Boolean(wrong.timeZone)}
          aria-describedby={fieldMessageId(`${id}-zone`, wrong.timeZone, zoneHint)}
          onChange={(event) => onTimeZone(event.target.value)}
        />
        <datalist id={`${id}-zones`}>
          {zones.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </Field>
    </>
  );
}
