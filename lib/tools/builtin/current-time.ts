import { loadConfig } from "@/lib/config/system-config";
import { ToolFailure } from "../types";
import type { BuiltinTool } from "./tool";

export const currentTime: BuiltinTool = {
  key: "current_time",
  definition: {
    name: "current_time",
    description: "The current date, time and weekday, in a time zone.",
    parameters: {
      type: "object",
      properties: {
        timeZone: {
          type: "string",
          maxLength: 60,
          description: "IANA name such as Europe/Berlin. Without one: the time zone of this organisation.",
        },
      },
      additionalProperties: false,
    },
  },
  enabled: true,
  limitMs: 1000,
  sample: {},
  hasService: false,
  run: async (args) => {
    const timeZone = (args.timeZone as string | undefined)?.trim() || (await loadConfig("customConfig")).timeZone;
    const data = timeIn(new Date(), timeZone);
    return { text: `${data.local} (${data.weekday}), ${data.timeZone}; UTC ${data.utc}`, data };
  },
};

/** The parts of a moment in a zone. Throws timeZoneUnknown. */
export function timeIn(now: Date, timeZone: string) {
  let parts: Record<string, string>;
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      weekday: "long",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      timeZoneName: "longOffset",
    });
    parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
  } catch {
    throw new ToolFailure("timeZoneUnknown", timeZone.slice(0, 60));
  }
  const offset = parts.timeZoneName === "GMT" ? "+00:00" : (parts.timeZoneName ?? "").replace("GMT", "");
  const date = `${parts.year}-${parts.month}-${parts.day}`;
  return {
    local: `${date}T${parts.hour}:${parts.minute}:${parts.second}${offset}`,
    weekday: parts.weekday ?? "",
    timeZone,
    utc: now.toISOString(),
  };
}
