import { z } from "zod";
import { WEB_INDEX_MOST } from "@/lib/config/web-index";
import type { SourceDto } from "@/lib/features/search/sources/dto";
import {
  newSource,
  SOURCE_DEFAULTS,
  SOURCE_DESCRIPTION_MAX,
  SOURCE_GROUP_MAX,
  SOURCE_NAME_MAX,
} from "@/lib/features/search/sources/schema";
import { identifier, line, lines, verbatim } from "@/lib/text/line";

const { domains } = newSource.shape;
const whole = (least: number, most: number) => z.number("number").int("number").min(least, "range").max(most, "range");

/** What the drawer edits: the domains as the text of its editor, the pause in seconds. */
export const sourceForm = z.object({
  name: line(SOURCE_NAME_MAX).min(1, "required"),
  group: line(SOURCE_GROUP_MAX),
  description: lines(SOURCE_DESCRIPTION_MAX),
  iconFileId: z.uuid().nullable(),
  lines: verbatim(20_000).superRefine((text, context) => {
    for (const issue of domains.safeParse(listOf(text)).error?.issues ?? [])
      context.addIssue({ code: "custom", message: issue.message });
  }),
  isIndexed: z.boolean(),
  everyHours: identifier(6),
  pageCap: whole(1, WEB_INDEX_MOST.pages),
  pauseSeconds: z.number("number").min(0, "range").max(WEB_INDEX_MOST.pauseSeconds, "range"),
  scope: z.enum(["own", "shared"]),
});
export type SourceForm = z.infer<typeof sourceForm>;

const listOf = (text: string) => text.split("\n").filter((one) => one.trim() !== "");

/** The values a source is opened with; `group` where a new one begins in a suggested one. */
export function valuesOf(source: Partial<SourceDto> | null, group = ""): SourceForm {
  const { everyHours, pageCap, pauseMs } = { ...SOURCE_DEFAULTS, ...source };
  return {
    name: source?.name ?? "",
    group: source?.group ?? group,
    description: source?.description ?? "",
    iconFileId: source?.iconFileId ?? null,
    lines: (source?.domains ?? []).join("\n"),
    isIndexed: source?.isIndexed ?? true,
    everyHours: String(everyHours),
    pageCap,
    pauseSeconds: pauseMs / 1000,
    scope: source?.scope ?? "own",
  };
}

/** What is sent of them. */
export function inputOf({ lines: text, everyHours, pauseSeconds, scope: _, ...values }: SourceForm) {
  const pauseMs = Math.round(pauseSeconds * 1000);
  return { ...values, domains: listOf(text), everyHours: Number(everyHours), pauseMs };
}
