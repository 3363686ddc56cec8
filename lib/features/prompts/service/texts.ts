import "server-only";
import type { Transaction } from "@/db/client";
import type { PromptRecord } from "@/db/queries/prompts/prompts";
import { findCategory, findVersion, insertVersion } from "@/db/queries/prompts/versions";
import type { Actor } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import type { Locale } from "@/lib/i18n/locales";
import type { PromptType, PromptVariable } from "@/lib/prompts/kinds";
import { placeholders, variablesOf } from "../template";
import { readVariables, shippedOf } from "./rows";

/** What a version holds. */
export interface PromptText {
  name: string;
  description: string;
  content: string;
  roleName: string;
  variables: PromptVariable[];
}

/** As it is stored: only what the content asks for is declared; a user prompt has no role's name. */
export function cleanText(type: PromptType, text: PromptText): PromptText {
  if (type === "role" && placeholders(text.content).length > 0) {
    throw new AppError("invalidInput", { data: { fields: { content: "rolePlaceholders" } } });
  }
  return {
    name: text.name,
    description: text.description,
    content: text.content,
    roleName: type === "role" ? text.roleName || text.name : "",
    variables: type === "role" ? [] : variablesOf(text.content, text.variables),
  };
}

// The database keeps the fields of an object in an order of its own.
const variableKey = ({ name, label, kind, required, options }: PromptVariable) => [
  name,
  label,
  kind,
  required,
  options,
];

export function sameText(a: PromptText, b: PromptText): boolean {
  const key = ({ name, description, content, roleName, variables }: PromptText) =>
    JSON.stringify([name, description, content, roleName, variables.map(variableKey)]);
  return key(a) === key(b);
}

/** The newest text of a record, as it was written. */
export function textOf(row: PromptRecord): PromptText {
  const { name, description, content, roleName } = row;
  return { name, description, content, roleName, variables: readVariables(row.variables) };
}

export async function keepVersion(
  tx: Transaction,
  actor: Actor,
  promptId: string,
  { version, note = "", ...text }: PromptText & { version: number; note?: string },
): Promise<void> {
  await insertVersion(tx, { promptId, version, note, authorId: actor.id, ...text });
}

/** An earlier text. A shipped first version comes back in the language of whoever asks. Throws notFound. */
export async function earlierText(
  tx: Transaction,
  row: PromptRecord,
  version: number,
  locale: Locale,
): Promise<PromptText> {
  const found = orNotFound(await findVersion(tx, row.id, version));
  const shipped = shippedOf({ key: row.key, shownVersion: version }, locale);
  const { name, description, content, roleName } = shipped ?? found;
  return { name, description, content, roleName, variables: shipped?.variables ?? readVariables(found.variables) };
}

/** A kind somebody deleted meanwhile is told of at its field. */
export async function assertCategory(tx: Transaction, id: string | null): Promise<void> {
  if (id === null || (await findCategory(tx, id))) return;
  throw new AppError("invalidInput", { data: { fields: { categoryId: "invalid" } } });
}

export const target = (id: string, name: string) => ({ type: "prompt", id, name });
