import "server-only";
import { AppError } from "@/lib/errors/errors";
import { BodyTooLarge } from "@/lib/net/egress-fetch";
import { ToolFailure } from "./types";

/** Why a service of a tool could not be asked; `detail` of foreign errors is never shown, it may name internal hosts. */
export function reachFailure(error: unknown): ToolFailure {
  if (error instanceof ToolFailure) return error;
  if (error instanceof AppError) return new ToolFailure(error.key);
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    if (current instanceof BodyTooLarge) return new ToolFailure("toolMalformed");
    const { code, name } = current as NodeJS.ErrnoException;
    if (name === "TimeoutError" || /TIMEOUT|ETIMEDOUT/.test(code ?? "")) return new ToolFailure("toolTimeout");
    if (name === "AbortError") return new ToolFailure("toolStopped");
    if (code === "EADDRREFUSED") return new ToolFailure("addressRefused");
    if (current instanceof SyntaxError) return new ToolFailure("toolMalformed");
  }
  return new ToolFailure("toolUnreachable");
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** A text of a service without the secrets it was given: some say again what they were sent. */
export function hidden(text: string, secrets: Readonly<Record<string, string>>): string {
  let told = text;
  const plain = Object.values(secrets).flatMap((value) => [value, value.replace(/^\w+ /, "")]);
  // An address says a key as it is written there, JSON with its own marks.
  const all = plain.flatMap((value) => [
    value,
    encodeURIComponent(value),
    new URLSearchParams({ "": value }).toString().slice(1),
    inJson(value),
    // A body that was JSON itself is a text in the JSON of an answer.
    inJson(inJson(value)),
  ]);
  for (const secret of [...new Set(all)].sort((a, b) => b.length - a.length)) {
    if (secret.length >= 4) told = told.replaceAll(secret, "***");
  }
  return told;
}

/** What a status other than success means. */
export function statusFailure(status: number, detail = ""): ToolFailure {
  if (status === 401 || status === 403) return new ToolFailure("toolUnauthorized", detail);
  // 432 and 433 are what one search service says when a plan is used up.
  if (status === 402 || status === 432 || status === 433) return new ToolFailure("toolQuota", detail);
  if (status === 429 || status === 503) return new ToolFailure("toolBusy", detail);
  return new ToolFailure("toolFailed", detail || `HTTP ${status}`);
}

/** Failures that tell something about the service and not about one call of it. */
const HEALTH = new Set([
  "toolUnreachable",
  "toolTimeout",
  "toolUnauthorized",
  "toolTokenRefused",
  "toolQuota",
  "toolMalformed",
  "addressRefused",
  "searchJsonOff",
  "searchChallenge",
  "stdioNotAllowed",
]);

export function concernsHealth(key: string): boolean {
  return HEALTH.has(key);
}
