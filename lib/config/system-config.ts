import "server-only";
import { z } from "zod";
import { db, type Queryable } from "@/db/client";
import { findConfig } from "@/db/queries/config/system-config";
import { keptFacts } from "@/lib/kept";
import { BASIC_KINDS } from "./config-kinds";
import {
  ANSWERS_PER_CHAT,
  ANSWERS_PER_PERSON,
  BACKUPS_KEEP_MAX,
  LOG_DAYS_MAX,
  LOG_DAYS_MIN,
  OPEN_CALLS_PER_PERSON,
  REANSWER_MAX,
} from "./constants";
import { env } from "./env";
import { CENTER_KINDS } from "./knowledge-center";
import { ANSWER_STRATEGIES, centerRetrieval, QA_MIN_SCORE, QA_MIN_SCORE_LEAST } from "./knowledge-retrieval";
import { webIndexKind } from "./web-index";

// @exempt text: values that are stored already

/** Kinds of configuration. Nothing in them is secret. */
export const CONFIG_SCHEMAS = {
  ...BASIC_KINDS,
  customConfig: BASIC_KINDS.customConfig.transform((config) => ({
    ...config,
    timeZone: config.timeZone || env().TIME_ZONE,
  })),
  chatConfig: z.object({
    reanswerMax: z.number().int().min(1).max(20).default(REANSWER_MAX),
  }),
  /** Knowledge chat (spec 3): what holds for people who set nothing of their own. */
  knowledgeChat: z.object({
    /** Answers; null: the default chat model. */
    modelId: z.string().nullable().default(null),
    /** How question and passages are put to the model. */
    questionTemplate: z.string().default("{{passages}}\n\n{{question}}"),
    memoryCount: z.int().min(0).max(20).default(5),
    /** Randomness of answers; null: the model's own. */
    temperature: z.number().min(0).max(2).nullable().default(null),
    /** Slices that go to the model at most. */
    topK: z.int().min(1).max(50).default(8),
    /** Off: no question is rewritten, whatever its base says. */
    rewrite: z.boolean().default(true),
    /** Tells apart what rules cannot; null: rules alone. */
    intentModelId: z.string().nullable().default(null),
    /** What answers: slices and a model, pairs of question and answer, or a pair and else these. */
    strategy: z.enum(ANSWER_STRATEGIES).default("qa_then_model"),
    /** Likeness from which a pair answers. */
    qaMinScore: z.number().min(QA_MIN_SCORE_LEAST).max(1).default(QA_MIN_SCORE),
    /** Questions suggested after an answer. */
    recommend: z
      .object({ enabled: z.boolean(), modelId: z.string().nullable() })
      .default({ enabled: true, modelId: null }),
  }),
  /** How bases that set nothing of their own are searched. */
  knowledgeRetrieval: centerRetrieval,
  ...CENTER_KINDS,
  gatewayConfig: z.object({
    /** The one currency of prices and budgets, ISO 4217 (ARCHITECTURE 9). */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .default("CNY"),
    /** spec O7: how much of a request the log keeps. */
    requestLogLevel: z.enum(["off", "metadata", "redacted", "full"]).default("metadata"),
    requestLogDays: z.number().int().min(1).max(365).default(30),
    /** How much one person may keep suppliers busy with at the same time. */
    answersPerPerson: z.number().int().min(1).max(ANSWERS_PER_PERSON.max).default(ANSWERS_PER_PERSON.default),
    answersPerChat: z.number().int().min(1).max(ANSWERS_PER_CHAT.max).default(ANSWERS_PER_CHAT.default),
    openCallsPerPerson: z.number().int().min(1).max(OPEN_CALLS_PER_PERSON.max).default(OPEN_CALLS_PER_PERSON.default),
  }),
  logConfig: z.object({
    /** How long the operation log is kept (spec N9). */
    retentionDays: z.number().int().min(LOG_DAYS_MIN).max(LOG_DAYS_MAX).default(365),
  }),
  loginGuideConfig: z.object({
    /** Steps of the admin guide that are ticked, by login channel (spec 6). */
    channels: z
      .record(z.string(), z.object({ done: z.array(z.string()), finishedAt: z.string().nullable() }))
      .default({}),
  }),
  webIndex: webIndexKind,
  backupConfig: z.object({
    /** The embedded set-up backs itself up once a day, at this hour of the product's time zone. */
    enabled: z.boolean().default(false),
    hour: z.number().int().min(0).max(23).default(3),
    keep: z.number().int().min(1).max(BACKUPS_KEEP_MAX).default(7),
  }),
} as const;

export type ConfigType = keyof typeof CONFIG_SCHEMAS;
export type Config<T extends ConfigType> = z.infer<(typeof CONFIG_SCHEMAS)[T]>;

const configs = keptFacts<unknown>("config");

/** What a signed-in person may load by `system-config/load/{type}` (spec 7); the rest is the console's. */
const LOADABLE = ["customConfig", "chatConfig"] as const satisfies readonly ConfigType[];

export function isLoadable(type: string): type is (typeof LOADABLE)[number] {
  return (LOADABLE as readonly string[]).includes(type);
}

/** A configuration with defaults filled in; cached 2 s a process. */
export function loadConfig<T extends ConfigType>(type: T): Promise<Config<T>> {
  return configs.read(type, () => readConfig(db(), type)) as Promise<Config<T>>;
}

/** The same from inside a transaction, uncached: a query beside it would wait for it on the embedded database. */
export async function readConfig<T extends ConfigType>(queryable: Queryable, type: T): Promise<Config<T>> {
  return CONFIG_SCHEMAS[type].parse((await findConfig(queryable, type)) ?? {}) as Config<T>;
}

/** A changed configuration acts at once in this process; other processes follow within the cache's 2 s. */
export function invalidateConfig(type: ConfigType): void {
  configs.invalidate(type);
}
