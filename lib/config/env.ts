import { z } from "zod";
import { parseStdioCommands } from "./stdio-commands.ts";

// @exempt text: the environment is no door

/**
 * The only reader of the environment (a structure test guards it). No server-only marker: the start script and the
 * database scripts read it as plain Node. Secrets have no default here; the start script generates them for the
 * embedded database and refuses to start without them when DATABASE_URL is set (ARCHITECTURE 9).
 */
const flag = z
  .enum(["", "0", "1", "false", "true"])
  .default("")
  .transform((value) => value === "1" || value === "true");
const optional = z
  .string()
  .trim()
  .optional()
  .transform((value) => value || undefined);
const url = z.union([z.literal("").transform(() => undefined), z.url({ protocol: /^https?$/ })]).optional();
const list = z
  .string()
  .default("")
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  );
const secret = z
  .string()
  .optional()
  .refine((value) => !value || value.length >= 32, "must have at least 32 characters");

export const envSchema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("production"),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "must begin with postgres://")
    .optional(),
  /** Folder of the embedded database's socket; set by the start script, never by hand. */
  DATABASE_SOCKET: optional,
  AUTH_SECRET: secret,
  ENCRYPTION_KEY: secret,
  ADMIN_USERNAME: z.string().trim().min(1).max(64).default("admin"),
  ADMIN_PASSWORD: z.string().min(8).max(128).optional(),
  OPENAI_BASE_URL: url,
  OPENAI_API_KEY: optional,
  OPENAI_MODEL: optional,
  OPENAI_EMBEDDING_MODEL: optional,
  OLLAMA_HOST: z.string().default("http://127.0.0.1:11434"),
  PUBLIC_URL: url,
  FILES_S3_ENDPOINT: url,
  FILES_S3_BUCKET: optional,
  FILES_S3_REGION: z.string().default("us-east-1"),
  FILES_S3_ACCESS_KEY: optional,
  FILES_S3_SECRET_KEY: optional,
  WORKER: z.enum(["inline", "only", "off"]).default("inline"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  /** Holds each answer against what its handler declares; for tests. */
  CHECK_ANSWERS: flag,
  ALLOW_PRIVATE_NETWORK: list,
  PRIVATE_SUPPLIERS: z.enum(["any", "listed"]).default("any"),
  /** Command lines an administrator may start as MCP servers (./stdio-commands.ts); empty: none. */
  MCP_STDIO: z
    .string()
    .default("")
    .transform((text, context) => {
      try {
        return parseStdioCommands(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: (error as Error).message });
        return z.NEVER;
      }
    }),
  /** Where those commands are found; nothing else of our environment reaches them. */
  PATH: z.string().default("/usr/local/bin:/usr/bin:/bin"),
  METRICS_TOKEN: optional,
  TRUST_PROXY: flag,
  TIME_ZONE: z
    .string()
    .default("Asia/Shanghai")
    .refine(
      (zone) => Intl.supportedValuesOf("timeZone").includes(zone) || zone === "UTC",
      "is not a time zone of the IANA list",
    ),
  /** `?jwt=` login: a shared secret (HS256, at least 32 characters) or a PEM public key (RS256, ES256, EdDSA). */
  JWT_LOGIN_KEY: optional,
  JWT_LOGIN_ISSUER: optional,
  JWT_LOGIN_AUDIENCE: optional,
  /** Ed25519 public key (base64url of its DER form) that licences are checked with, instead of the built-in one. */
  LICENCE_PUBLIC_KEY: z
    .string()
    .trim()
    .regex(/^MCowBQYDK2VwAyEA[\w-]{43}$/, "is not an Ed25519 public key in base64url")
    .optional(),
});

export type Env = z.infer<typeof envSchema>;

/** Parses an environment; throws one line that names each wrong variable and what is wrong, never its value. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = envSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new Error(`Wrong environment: ${problems.join("; ")}`);
}

/** What leaves the process' environment at the start; scripts/lib/secret-environment.mjs has the same list. */
export const SECRET_NAMES = [
  "AUTH_SECRET",
  "ENCRYPTION_KEY",
  "ADMIN_PASSWORD",
  "DATABASE_URL",
  "DATABASE_SOCKET",
  "OPENAI_API_KEY",
  "FILES_S3_ACCESS_KEY",
  "FILES_S3_SECRET_KEY",
  "JWT_LOGIN_KEY",
  "METRICS_TOKEN",
] as const satisfies readonly (keyof Env)[];

let cached: Env | undefined;
/** Filled by scripts/preload.mjs before Next runs; every instance of this module reads the same. */
const shared = globalThis as typeof globalThis & { __secrets?: Record<string, string> };

/** The validated environment of this process. Read at first use, so that `next build` needs no variables. */
export function env(): Env {
  cached ??= parseEnv({ ...process.env, ...shared.__secrets });
  return cached;
}

/** Secrets come back into the environment when Next reads `.env` itself; the start calls this to take them out again. */
export function withdrawSecrets(): void {
  const kept = shared.__secrets ?? {};
  shared.__secrets = kept;
  for (const name of SECRET_NAMES) {
    const value = process.env[name];
    if (value !== undefined) kept[name] ??= value;
    delete process.env[name];
  }
}

/** The environment of a command of ours (`npm run backup`): our settings; secrets have left them and are handed over apart. */
export function commandEnvironment(given: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...given };
}

/** The secrets as they were given, for a command of ours that is started with them. */
export function handedSecrets(): Readonly<Record<string, string>> {
  return { ...shared.__secrets };
}

/** Tests change variables between cases. */
export function resetEnv(): void {
  cached = undefined;
}
