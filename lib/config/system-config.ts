import "server-only";
import { z } from "zod";
import { db, type Queryable } from "@/db/client";
import { findConfig } from "@/db/queries/system";
import { REANSWER_MAX } from "./constants";
import { env } from "./env";

/** Kinds of configuration a signed-in person may load by `system-config/load/{type}`. Nothing in them is secret. */
export const CONFIG_SCHEMAS = {
  customConfig: z.object({
    productNameZh: z.string().max(60).default("子午"),
    productNameEn: z.string().max(60).default("Meridian"),
    browserPageSignature: z.string().max(120).default(""),
    iconFileId: z.uuid().nullable().default(null),
    logoFileId: z.uuid().nullable().default(null),
    timeZone: z.string().default(() => env().TIME_ZONE),
    defaultLanguage: z.enum(["zh_CN", "en_US"]).default("zh_CN"),
  }),
  chatConfig: z.object({
    reanswerMax: z.number().int().min(1).max(20).default(REANSWER_MAX),
  }),
} as const;

export type ConfigType = keyof typeof CONFIG_SCHEMAS;
export type Config<T extends ConfigType> = z.infer<(typeof CONFIG_SCHEMAS)[T]>;

interface CachedConfig {
  at: number;
  value: Promise<unknown>;
}
const shared = globalThis as typeof globalThis & { __config?: Map<string, CachedConfig> };
shared.__config ??= new Map();
const cache = shared.__config;
const CACHE_MS = 2000;

export function isConfigType(type: string): type is ConfigType {
  return Object.hasOwn(CONFIG_SCHEMAS, type);
}

/** A configuration with defaults filled in; cached 2 s a process. */
export function loadConfig<T extends ConfigType>(type: T): Promise<Config<T>> {
  const hit = cache.get(type);
  if (hit && Date.now() - hit.at < CACHE_MS) return hit.value as Promise<Config<T>>;
  const value = readConfig(db(), type);
  cache.set(type, { at: Date.now(), value });
  value.catch(() => cache.delete(type));
  return value;
}

async function readConfig<T extends ConfigType>(queryable: Queryable, type: T): Promise<Config<T>> {
  return CONFIG_SCHEMAS[type].parse((await findConfig(queryable, type)) ?? {}) as Config<T>;
}
