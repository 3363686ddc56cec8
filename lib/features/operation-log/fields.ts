import type { LogTexts } from "./texts";

/**
 * How the values of fields read, where their kind alone does not tell: `money` in millionths, `limit` where nothing means no
 * limit, `bytes`, `word` for a value of ours that has a name, `app` for what called a model, `plain` for numbers that are no amounts.
 */
export type FieldFormat = "money" | "limit" | "bytes" | "word" | "app" | "plain";

export const FIELD_FORMATS: Record<string, FieldFormat> = {
  limitMicros: "money",
  costMicros: "money",
  monthlyBudgetMicros: "money",
  amountMicros: "money",
  inputPerMillion: "money",
  outputPerMillion: "money",
  cachedPerMillion: "money",
  perImage: "money",
  perMinute: "money",
  perMillionCharacters: "money",
  dailyTokenLimit: "limit",
  dailyImageLimit: "limit",
  requestsPerMinute: "limit",
  tokensPerMinute: "limit",
  retentionDays: "limit",
  seats: "limit",
  size: "bytes",
  port: "plain",
  version: "plain",
  revision: "plain",
  hour: "plain",
  order: "plain",
  index: "plain",
  sort: "plain",
  status: "word",
  type: "word",
  kind: "word",
  types: "word",
  visibility: "word",
  adminAccess: "word",
  requestLogLevel: "word",
  level: "word",
  language: "word",
  defaultLanguage: "word",
  defaultTheme: "word",
  transport: "word",
  period: "word",
  subjectType: "word",
  schedule: "word",
  security: "word",
  action: "word",
  routing: "word",
  app: "app",
  permissions: "word",
  permission: "word",
  abilities: "word",
  scopes: "word",
};

/** What writes figures and moments in a person's language. */
export interface FieldWriter {
  t: LogTexts;
  number: (value: number) => string;
  money: (amount: number, currency: string) => string;
  moment: (iso: string) => string;
  app: (name: string) => string;
  /** Names of what fields refer to by id or code. */
  names: Readonly<Record<string, string>>;
  /** Of amounts that do not name their own. */
  currency: string;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const UNITS = ["B", "KB", "MB", "GB", "TB"];

/** The name of the field itself in a path: `rules.1.roleIds` is about `roleIds`. */
export const fieldOf = (path: string): string =>
  path
    .split(".")
    .filter((part) => !/^\d+$/.test(part))
    .at(-1) ?? "";

/** A path in words; a name nobody has translated is taken apart, so that it can be read at least. */
export function fieldLabel(path: string, t: LogTexts): string {
  return path
    .split(".")
    .map((name) => (/^\w+$/.test(name) && t.has(`field.${name}`) ? t(`field.${name}`) : apart(name)))
    .join(" › ");
}

const apart = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();

/** One value as a person reads it. */
export function fieldValue(path: string, value: unknown, writer: FieldWriter): string {
  const { t, names } = writer;
  const field = fieldOf(path);
  const format = FIELD_FORMATS[field];
  if (value === null || value === undefined) {
    return format === "limit" || (format === "money" && /(limit|budget)/i.test(field)) ? t("value.unlimited") : "";
  }
  if (typeof value === "boolean") return t(value ? "value.yes" : "value.no");
  if (typeof value === "number") {
    if (format === "money") return writer.money(value, writer.currency);
    if (format === "bytes") return bytesText(value, writer);
    return format === "plain" ? String(value) : writer.number(value);
  }
  const text = String(value);
  const name = names[text];
  if (name) return name;
  if (format === "app") return writer.app(text);
  if (format === "word" && /^[\w:-]+$/.test(text)) {
    // A word may mean something else in one field than in others.
    const key = [`value.${field}_${text}`, `value.${text}`].find((one) => !text.includes(":") && t.has(one));
    if (key) return t(key);
  }
  return TIME.test(text) ? writer.moment(text) : text;
}

function bytesText(bytes: number, { number }: FieldWriter): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${number(Math.round((bytes / 1024 ** step) * 10) / 10)} ${UNITS[step]}`;
}
