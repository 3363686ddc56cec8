"use client";

import { useTimeZone, useTranslations } from "next-intl";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ApiError } from "@/lib/client/api-error";
import { failureText, reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import type { TriggerDto } from "@/lib/features/apps/runs-dto";
import { useTriggerActions } from "@/lib/features/apps/runs-hooks";
import { FIRST_SCHEDULE, fromCron, isTime, toCron } from "@/lib/features/apps/schedules";
import { type AppInputs, type AppVariable, wrongInputs } from "@/lib/features/apps/variables";
import { InputsForm } from "../chat/inputs-form";
import { focusWrong } from "./focus-wrong";
import { ScheduleFields } from "./schedule-fields";

const NAME_MAX = 60;

interface TriggerFormProps {
  appId: string;
  kind: TriggerDto["kind"];
  /** Null: a new one. */
  trigger: TriggerDto | null;
  /** The form each run is filled in with. */
  form: readonly AppVariable[];
  /** With the id and secret of a new one. */
  onDone: (made: { id: string; secret: string | null } | null) => void;
}

/** When a workflow runs by itself, or what it is given where another system calls. */
export function TriggerForm({ appId, kind, trigger, form, onDone }: TriggerFormProps) {
  const t = useTranslations("apps-runs.triggers");
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const organisation = useTimeZone() ?? "UTC";
  const { create, change } = useTriggerActions(appId);
  const [name, setName] = useState(trigger?.name ?? "");
  const [schedule, setSchedule] = useState(trigger?.cron ? fromCron(trigger.cron) : FIRST_SCHEDULE);
  const [timeZone, setTimeZone] = useState(trigger?.timeZone ?? organisation);
  const [inputs, setInputs] = useState<AppInputs>(trigger?.inputs ?? {});
  const [wasSent, setWasSent] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState("");
  const isSchedule = kind === "schedule";
  // What another system leaves out may be filled in here; what it sends is not known.
  const wrong = isSchedule ? wrongInputs(form, inputs) : {};
  const cron = toCron(schedule);
  const bad = {
    time: schedule.rhythm !== "cron" && !isTime(schedule.time) ? t("timeWrong") : "",
    cron:
      (schedule.rhythm === "cron" && cron.split(" ").length !== 5) || refused.includes("cron") ? t("cronWrong") : "",
    timeZone: timeZone.trim() === "" || refused.includes("timeZone") ? t("timeZoneWrong") : "",
  };
  const save = async () => {
    setWasSent(true);
    setFailure("");
    const isBad = isSchedule && (Object.values(bad).some(Boolean) || Object.keys(wrong).length > 0);
    if (isBad && refused.length === 0) return focusWrong(element.current);
    setRefused([]);
    const shared = { name: name.trim(), inputs };
    const clock = { cron, timeZone: timeZone.trim() };
    try {
      if (trigger) {
        await change.mutateAsync({ id: trigger.id, ...shared, ...(isSchedule && clock) });
        toast.success(t("saved"));
        onDone(null);
      } else {
        onDone(
          await create.mutateAsync(
            isSchedule
              ? { kind: "schedule", isOn: true, ...shared, ...clock }
              : { kind: "webhook", isOn: true, ...shared },
          ),
        );
      }
    } catch (error) {
      const fields =
        error instanceof ApiError ? (error.data as { fields?: Record<string, string> } | null)?.fields : null;
      if (fields && (fields.cron || fields.timeZone)) {
        setRefused(Object.keys(fields));
        focusWrong(element.current);
        return;
      }
      const said = failureText(error);
      if (typeof said === "string") setFailure(said);
      else reportFailure(error);
    }
  };
  return (
    <form
      ref={element}
      noValidate
      className="max-w-120 space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field id={`${id}-name`} label={t("name")}>
        <Input
          id={`${id}-name`}
          value={name}
          maxLength={NAME_MAX}
          placeholder={t("namePlaceholder")}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      {isSchedule && (
        <ScheduleFields
          schedule={schedule}
          timeZone={timeZone}
          organisation={organisation}
          wrong={wasSent ? bad : {}}
          onSchedule={(next) => {
            setRefused([]);
            setSchedule(next);
          }}
          onTimeZone={(next) => {
            setRefused([]);
            setTimeZone(next);
          }}
        />
      )}
      {form.length > 0 && (
        <fieldset className="rounded-md border p-4">
          <legend className="px-1 font-semibold text-sm">{t("inputs")}</legend>
          {!isSchedule && <p className="mb-3 text-fg-3 text-xs">{t("inputsHook")}</p>}
          <InputsForm variables={form} values={inputs} wrong={wasSent ? wrong : {}} onChange={setInputs} />
        </fieldset>
      )}
      {failure && (
        <p role="alert" className="rounded-sm bg-danger-soft px-3 py-2 text-danger-ink text-sm">
          {failure}
        </p>
      )}
      <Button variant="primary" type="submit" loading={create.isPending || change.isPending}>
        {t(trigger ? "save" : "create")}
      </Button>
    </form>
  );
}
