import "server-only";
import { db } from "@/db/client";
import { addUse, findPrompt } from "@/db/queries/prompts/prompts";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import { areaTexts } from "@/lib/i18n/translate";
import { P } from "@/lib/permissions/codes";
import type { PromptUseDto } from "../dto";
import { fillTemplate, type Values, valueErrors, variablesOf } from "../template";
import { readVariables, scopeOf, shippedOf } from "./rows";

/** A repeated call counts once for this long, milliseconds. */
const REMEMBERED_MS = 10 * 60_000;
/** Switching a role on is asked for and then done: two calls, one use. */
const ROLE_MS = 60_000;
const REMEMBERED_MAX = 10_000;

/**
 * Uses that were counted lately. Kept in the process: the count orders a list, and a repeated call that reaches another
 * process adds one at most.
 */
const shared = globalThis as typeof globalThis & { __promptUses?: Map<string, number> };
shared.__promptUses ??= new Map();
const counted = shared.__promptUses;

function isFirst(key: string, forMs: number): boolean {
  const now = Date.now();
  const until = counted.get(key);
  if (until !== undefined && until > now) return false;
  if (counted.size >= REMEMBERED_MAX) {
    for (const [known, end] of counted) if (end <= now || counted.size >= REMEMBERED_MAX) counted.delete(known);
  }
  counted.set(key, now + forMs);
  return true;
}

/**
 * A role for a chat: its name and the text of the system prompt, if the person may use it. Counts one use, however often it
 * is asked for within a minute. Throws notFound, also for a user prompt.
 */
export async function roleText(
  actor: Actor,
  promptId: string,
  locale: Locale,
): Promise<{ name: string; content: string }> {
  requirePermission(actor, P.CHAT);
  const row = await findPrompt(db(), scopeOf(actor), promptId);
  if (row?.type !== "role") throw new AppError("notFound");
  if (isFirst(`role ${actor.id} ${promptId}`, ROLE_MS)) await addUse(db(), promptId);
  const { roleName, name, content } = shippedOf(row, locale) ?? row;
  return { name: roleName || name, content };
}

interface Use {
  values: Values;
  /** Makes a repeated call count once. */
  key: string | null;
  locale: Locale;
}

/** A user prompt with its placeholders filled, or a role to switch on. Throws notFound, invalidInput naming the fields. */
export async function usePrompt(actor: Actor, id: string, { values, key, locale }: Use): Promise<PromptUseDto> {
  requirePermission(actor, P.CHAT);
  const row = orNotFound(await findPrompt(db(), scopeOf(actor), id));
  if (row.type === "role") return { role: { promptId: id, ...(await roleText(actor, id, locale)) } };
  const shipped = shippedOf(row, locale);
  const content = shipped?.content ?? row.content;
  const variables = variablesOf(content, shipped?.variables ?? readVariables(row.variables));
  const wrong = valueErrors(variables, values);
  if (Object.keys(wrong).length > 0) {
    const fields = Object.fromEntries(Object.entries(wrong).map(([name, error]) => [`values.${name}`, error]));
    throw new AppError("invalidInput", { data: { fields } });
  }
  const text = fillTemplate(content, values, (await areaTexts(locale, "prompts"))("use.blank"));
  if (key === null || isFirst(`${actor.id} ${key}`, REMEMBERED_MS)) await addUse(db(), id);
  return { text };
}
