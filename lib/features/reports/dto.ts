import { z } from "zod";
import { USAGE_OUTCOMES } from "@/db/schema/models";

/** One of the things figures are told of. Apps known to the product have no name here: the reader's language has it. */
export const namedDto = z.strictObject({
  /** Id, or the app's name; the zero id stands for none. */
  key: z.string(),
  name: z.string(),
  /** It exists no more; the name is its last one, where known. */
  removed: z.boolean(),
  /** The account of a person, the type of a model. */
  detail: z.string(),
});
export type Named = z.infer<typeof namedDto>;

/** What a call uses, in every unit suppliers charge by. */
const usage = {
  inputTokens: z.int(),
  outputTokens: z.int(),
  reasoningTokens: z.int(),
  cachedTokens: z.int(),
  images: z.int(),
  audioMs: z.int(),
  characters: z.int(),
};

/** What people read of sums; milliseconds are null without a first token. */
export const figuresDto = z.strictObject({
  calls: z.int(),
  failed: z.int(),
  questions: z.int(),
  sessions: z.int(),
  tokens: z.int(),
  ...usage,
  costMicros: z.int(),
  /** Calls that used something and have no price: the cost is too low by them. */
  unpriced: z.int(),
  firstTokenMs: z.int().nullable(),
  /** Percentiles are null where sums come without their histogram: they are told of totals and courses only. */
  firstTokenP50: z.number().nullable(),
  firstTokenP95: z.number().nullable(),
});
export type Figures = z.infer<typeof figuresDto>;

/** Calendar days, both counted. */
export const rangeDto = z.strictObject({ from: z.iso.date(), to: z.iso.date() });

export const seriesPointDto = z.strictObject({
  /** First day of the period. */
  period: z.iso.date(),
  figures: figuresDto,
});
export type SeriesPoint = z.infer<typeof seriesPointDto>;

export const rowDto = namedDto.extend({
  figures: figuresDto,
  /** Tokens of the period before. */
  tokensBefore: z.int(),
});
export type RowDto = z.infer<typeof rowDto>;

export const checkDto = z.strictObject({ day: z.iso.date(), checkedAt: z.iso.datetime(), differences: z.int() });
export type CheckDto = z.infer<typeof checkDto>;

const frameDto = z.strictObject({
  range: rangeDto,
  before: rangeDto,
  /** Today in the configured time zone. */
  today: z.iso.date(),
  timeZone: z.string(),
  currency: z.string(),
});

export const topDto = z.strictObject({
  items: z.array(rowDto),
  /** Further ones, and their tokens. */
  others: z.strictObject({ count: z.int(), tokens: z.int() }),
});
export type Top = z.infer<typeof topDto>;

export const dashboardDto = frameDto.extend({
  totals: figuresDto,
  totalsBefore: figuresDto,
  people: z.int(),
  peopleBefore: z.int(),
  series: z.array(seriesPointDto),
  /** Days are too many to count people by beyond a quarter: then by month. */
  peopleSeries: z.array(z.strictObject({ period: z.iso.date(), people: z.int() })),
  tops: z.strictObject({ app: topDto, model: topDto, department: topDto, user: topDto }),
  /** Money of the running month, and what it comes to at its end; null without money. */
  projection: z.strictObject({ spentMicros: z.int(), projectedMicros: z.int(), unpriced: z.int() }).nullable(),
  check: checkDto.nullable(),
});
export type DashboardDto = z.infer<typeof dashboardDto>;

export const tokensPageDto = frameDto.extend({
  items: z.array(rowDto),
  total: z.int(),
  /** Of everything the filters leave, all pages together. */
  totals: figuresDto,
  totalsBefore: figuresDto,
});
export type TokensPage = z.infer<typeof tokensPageDto>;

/**
 * Departments as the tree was at the time of the calls: one that was moved stands in each place it had calls at, with those
 * alone. Parents before their children, the largest sibling first; the top ones add up to everything the filters leave.
 */
export const departmentTreeDto = frameDto.extend({
  nodes: z.array(
    rowDto.extend({
      /** Its way from the top. */
      id: z.string(),
      parentId: z.string().nullable(),
      level: z.int(),
      /** Without those below it. */
      own: figuresDto,
    }),
  ),
});
export type DepartmentTreeDto = z.infer<typeof departmentTreeDto>;
export type DepartmentNode = DepartmentTreeDto["nodes"][number];

/** Sentences with a citation, and those of them their passage bears out (spec D6). */
export const supportDto = z.strictObject({ cited: z.int(), supported: z.int() });
export type Support = z.infer<typeof supportDto>;

export const groundednessDto = z.strictObject({
  now: supportDto,
  before: supportDto,
  /** One for each point of the series. */
  series: z.array(supportDto),
});
export type GroundednessDto = z.infer<typeof groundednessDto>;

export const seriesDto = frameDto.extend({
  series: z.array(seriesPointDto),
  /** Null where answers do not cite, or the filters leave less than an app. */
  support: groundednessDto.nullable(),
});
export type SeriesDto = z.infer<typeof seriesDto>;

export const appDto = frameDto.extend({
  app: namedDto,
  totals: figuresDto,
  totalsBefore: figuresDto,
  people: z.int(),
  peopleBefore: z.int(),
  series: z.array(seriesPointDto),
  /** Null where answers do not cite. */
  support: groundednessDto.nullable(),
  tops: z.strictObject({ model: topDto, department: topDto, user: topDto }),
});
export type AppDto = z.infer<typeof appDto>;

/** One model call of the ledger, without what was said. */
export const callDto = z.strictObject({
  id: z.uuid(),
  requestId: z.string(),
  createdAt: z.iso.datetime(),
  day: z.iso.date(),
  app: z.string(),
  user: namedDto,
  department: namedDto,
  model: namedDto,
  /** The Open API key it came in with. */
  apiKey: namedDto.nullable(),
  supplier: z.string().nullable(),
  upstreamModel: z.string().nullable(),
  isQuestion: z.boolean(),
  ...usage,
  estimated: z.boolean(),
  outcome: z.enum(USAGE_OUTCOMES),
  error: z.string().nullable(),
  attempts: z.int(),
  firstTokenMs: z.int().nullable(),
  durationMs: z.int().nullable(),
  /** Null without a price. */
  costMicros: z.int().nullable(),
});
export type CallDto = z.infer<typeof callDto>;

export const callsPageDto = frameDto.extend({
  items: z.array(callDto),
  next: z.string().nullable(),
  /** Capped at 10,000. */
  totalAtMost: z.int(),
  /** The reader may look at the conversations behind the calls. */
  mayOpenRecords: z.boolean(),
});
export type CallsPage = z.infer<typeof callsPageDto>;

export const statementRowDto = namedDto.extend({ figures: figuresDto });
export type StatementRow = z.infer<typeof statementRowDto>;

/** A department's month: what it and everything below it used. */
export const statementDto = z.strictObject({
  month: z.string(),
  /** Null: the whole organisation. */
  department: namedDto.nullable(),
  timeZone: z.string(),
  currency: z.string(),
  generatedAt: z.iso.datetime(),
  people: z.int(),
  total: figuresDto,
  /** Of the department's own people; null for the whole organisation. */
  own: figuresDto.nullable(),
  apps: z.array(statementRowDto),
  models: z.array(statementRowDto),
  /** An app with a model each. */
  lines: z.array(z.strictObject({ app: namedDto, model: namedDto, figures: figuresDto })),
  departments: z.array(statementRowDto),
});
export type StatementDto = z.infer<typeof statementDto>;

/** Something a filter may be set to. An empty name: it exists no more. */
export const choiceDto = z.strictObject({
  /** Of an app its name. */
  id: z.string(),
  name: z.string(),
  detail: z.string(),
});
export type Choice = z.infer<typeof choiceDto>;
