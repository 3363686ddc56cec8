import { z } from "zod";
import { WEB_INDEX_MOST, webIndexKind } from "@/lib/config/web-index";
import { revised } from "@/lib/editing/schema";
import { pageQuery } from "@/lib/endpoint/paging";
import { line, lines, verbatim } from "@/lib/text/line";
import { DOMAIN_LINE_MAX, DOMAINS_MAX, domainsOf, readDomains } from "@/lib/web/domains";

export const SOURCE_NAME_MAX = 60;
export const SOURCE_DESCRIPTION_MAX = 300;
export const SOURCE_GROUP_MAX = 30;
/** Lines the editor takes, those that repeat others among them. */
export const SOURCE_LINES_MAX = 60;
export const PAUSE_MAX_MS = WEB_INDEX_MOST.pauseSeconds * 1000;

/** How often a source is read, hours; 0: when somebody asks. */
export const SCHEDULES = [0, 6, 24, 168] as const;
/** Groups of states as the list shows them. */
export const SOURCE_STATES = ["ok", "running", "problem"] as const;
/** What an own source is until it says otherwise. */
export const SOURCE_DEFAULTS = { everyHours: 24, pageCap: 5000, pauseMs: 1000 } as const;

const whole = (least: number, most: number) => z.number("number").int("number").min(least, "range").max(most, "range");

const domains = z
  .array(verbatim(DOMAIN_LINE_MAX))
  .max(SOURCE_LINES_MAX, "tooMany")
  .superRefine((list, context) => {
    const read = readDomains(list.join("\n"));
    const say = (message: string) => context.addIssue({ code: "custom", message });
    if (read.some(({ note }) => note === "invalid")) say("domain");
    else if (read.some(({ note }) => note === "over")) say("domainsMax");
    else if (domainsOf(read).length === 0) say("required");
  })
  .describe(`One domain a line, ${DOMAINS_MAX} at most: a.com with what is below it, =a.com alone`);

const fields = {
  name: line(SOURCE_NAME_MAX).min(1, "required"),
  description: lines(SOURCE_DESCRIPTION_MAX),
  group: line(SOURCE_GROUP_MAX),
  domains,
  iconFileId: z.uuid().nullable(),
  isIndexed: z.boolean(),
  everyHours: whole(0, WEB_INDEX_MOST.everyHours),
  pageCap: whole(1, WEB_INDEX_MOST.pages),
  pauseMs: whole(0, PAUSE_MAX_MS),
};

export const newSource = z.strictObject({
  ...fields,
  description: fields.description.default(""),
  group: fields.group.default(""),
  iconFileId: fields.iconFileId.default(null),
  isIndexed: fields.isIndexed.default(true),
  everyHours: fields.everyHours.default(SOURCE_DEFAULTS.everyHours),
  pageCap: fields.pageCap.default(SOURCE_DEFAULTS.pageCap),
  pauseMs: fields.pauseMs.default(SOURCE_DEFAULTS.pauseMs),
  /** The organisation's: everybody searches it. */
  shared: z.boolean().default(false),
});
export type NewSource = z.infer<typeof newSource>;
export type NewSourceInput = z.input<typeof newSource>;

export const sourcePatch = z.strictObject({ ...z.strictObject(fields).partial().shape, ...revised });
export type SourcePatch = z.infer<typeof sourcePatch>;

export const sourcesQuery = pageQuery.extend({
  state: z.enum(SOURCE_STATES).optional(),
  scope: z.enum(["own", "shared"]).optional(),
  group: line(SOURCE_GROUP_MAX).optional(),
  trash: z
    .enum(["0", "1"])
    .default("0")
    .transform((value) => value === "1"),
});
export type SourcesQuery = z.infer<typeof sourcesQuery>;

export const sourcePagesQuery = pageQuery.extend({ only: z.enum(["found", "errors", "waiting"]).optional() });
export type SourcePagesQuery = z.infer<typeof sourcePagesQuery>;

export const indexLimits = z.strictObject(webIndexKind.shape);
export const indexLimitsChange = z.strictObject({ ...webIndexKind.shape, ...revised });
export type IndexLimits = z.infer<typeof indexLimits>;
export type IndexLimitsChange = z.infer<typeof indexLimitsChange>;
