import type { Figures } from "./figures";
import type { Range } from "./period";

/** One of the things figures are told of. Apps known to the product have no name here: the reader's language has it. */
export interface Named {
  /** Id, or the app's name; the zero id stands for none. */
  key: string;
  name: string;
  /** It exists no more; the name is its last one, where known. */
  removed: boolean;
  /** The account of a person, the type of a model. */
  detail: string;
}

export interface SeriesPoint {
  /** First day of the period. */
  period: string;
  figures: Figures;
}

export interface RowDto extends Named {
  figures: Figures;
  /** Tokens of the period before. */
  tokensBefore: number;
}

export interface CheckDto {
  day: string;
  checkedAt: string;
  differences: number;
}

interface Frame {
  range: Range;
  before: Range;
  /** Today in the configured time zone. */
  today: string;
  timeZone: string;
  currency: string;
}

export interface DashboardDto extends Frame {
  totals: Figures;
  totalsBefore: Figures;
  people: number;
  peopleBefore: number;
  series: SeriesPoint[];
  /** Days are too many to count people by beyond a quarter: then by month. */
  peopleSeries: { period: string; people: number }[];
  tops: Record<"app" | "model" | "department" | "user", Top>;
  /** Money of the running month, and what it comes to at its end; null without money. */
  projection: { spentMicros: number; projectedMicros: number; unpriced: number } | null;
  check: CheckDto | null;
}

export interface Top {
  items: RowDto[];
  /** Further ones, and their tokens. */
  others: { count: number; tokens: number };
}

export interface TokensPage extends Frame {
  items: RowDto[];
  total: number;
  /** Of everything the filters leave, all pages together. */
  totals: Figures;
  totalsBefore: Figures;
}

/** Sentences with a citation, and those of them their passage bears out (spec D6). */
export interface Support {
  cited: number;
  supported: number;
}

export interface GroundednessDto {
  now: Support;
  before: Support;
  /** One for each point of the series. */
  series: Support[];
}

export interface SeriesDto extends Frame {
  series: SeriesPoint[];
  /** Null where answers do not cite, or the filters leave less than an app. */
  support: GroundednessDto | null;
}

export interface AppDto extends Frame {
  app: Named;
  totals: Figures;
  totalsBefore: Figures;
  people: number;
  peopleBefore: number;
  series: SeriesPoint[];
  /** Null where answers do not cite. */
  support: GroundednessDto | null;
  tops: Record<"model" | "department" | "user", Top>;
}

/** One model call of the ledger, without what was said. */
export interface CallDto {
  id: string;
  requestId: string;
  createdAt: string;
  day: string;
  app: string;
  user: Named;
  department: Named;
  model: Named;
  /** The Open API key it came in with. */
  apiKey: Named | null;
  supplier: string | null;
  upstreamModel: string | null;
  isQuestion: boolean;
  inputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  cachedTokens: number;
  images: number;
  audioMs: number;
  characters: number;
  estimated: boolean;
  outcome: string;
  error: string | null;
  attempts: number;
  firstTokenMs: number | null;
  durationMs: number | null;
  /** Null without a price. */
  costMicros: number | null;
}

export interface CallsPage extends Frame {
  items: CallDto[];
  next: string | null;
  /** Capped at 10,000. */
  totalAtMost: number;
  /** The reader may look at the conversations behind the calls. */
  mayOpenRecords: boolean;
}

/** A department's month: what it and everything below it used. */
export interface StatementDto {
  month: string;
  /** Null: the whole organisation. */
  department: Named | null;
  timeZone: string;
  currency: string;
  generatedAt: string;
  people: number;
  total: Figures;
  /** Of the department's own people; null for the whole organisation. */
  own: Figures | null;
  apps: StatementRow[];
  models: StatementRow[];
  /** An app with a model each. */
  lines: { app: Named; model: Named; figures: Figures }[];
  departments: StatementRow[];
}

export interface StatementRow extends Named {
  figures: Figures;
}

/** Something a filter may be set to. An empty name: it exists no more. */
export interface Choice {
  id: string;
  name: string;
  detail: string;
}
