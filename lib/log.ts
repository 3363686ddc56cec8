import "server-only";
import { pino } from "pino";
import { env } from "@/lib/config/env";

const shared = globalThis as typeof globalThis & { __log?: pino.Logger };

/**
 * Structured log, one JSON line an event. Never bodies, prompts, keys or tokens: what is logged is named field by field,
 * and the paths below are removed should somebody hand over a whole object.
 */
export function log(): pino.Logger {
  shared.__log ??= makeLog();
  return shared.__log;
}

/** The log as it writes everywhere; tests read along through a stream of their own. */
export function makeLog(destination?: pino.DestinationStream): pino.Logger {
  const options: pino.LoggerOptions = {
    level: env().LOG_LEVEL,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ["password", "token", "apiKey", "secret", "authorization", "cookie", "*.password", "*.token", "*.apiKey"],
    serializers: { err: serializeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Errors of drivers carry the statement's parameters, which are people's data: name, message and stack only. */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: "not an error object" };
  const cause = error.cause instanceof Error ? { cause: error.cause.message } : {};
  const message = error.message.startsWith("Failed query:") ? "Failed query" : error.message;
  const stack = error.stack?.split("\n").filter((line) => line.trimStart().startsWith("at "));
  return { name: error.name, message, ...cause, stack: stack?.slice(0, 8).join("\n") };
}
