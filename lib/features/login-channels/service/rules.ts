import "server-only";
import type { Queryable, Transaction } from "@/db/client";
import { listPublicPictures } from "@/db/queries/files/files";
import { type ChannelRow, findChannelRow, listRolesBoundTo, lockChannels } from "@/db/queries/login-channels/channels";
import { findDepartments } from "@/db/queries/organisation/departments";
import { listRoleChoices } from "@/db/queries/organisation/people";
import type { Actor } from "@/lib/auth/actor";
import { checkSettings } from "@/lib/auth/channels/check-settings";
import { isSecretField } from "@/lib/auth/channels/fields";
import { APP_REQUIRED, type ChannelSettings, channelSchemas, fieldsOf } from "@/lib/auth/channels/kinds";
import type { ChannelApp, ChannelProvisioning } from "@/lib/auth/channels/schema";
import { assertMayGive } from "@/lib/auth/granting";
import { holdsAllOf } from "@/lib/auth/stronger";
import type { ChannelKind } from "@/lib/config/channel-kinds";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { INLINE_PICTURES } from "@/lib/files/serve";
import { DEFAULT_LOCALE } from "@/lib/i18n/locales";

/** The channel to change, with changes of others waiting. Throws notFound. */
export async function lockedChannel(tx: Transaction, id: string): Promise<ChannelRow> {
  await lockChannels(tx);
  return orNotFound(await findChannelRow(tx, id));
}

/** Errors at fields, by their place in the form. */
export function refused(fields: Record<string, string>): AppError {
  return new AppError("invalidInput", { data: { fields } });
}

/** Settings as the kind's own schema knows them. Throws invalidInput with fields. */
export function readSettings(kind: ChannelKind, settings: unknown): ChannelSettings {
  const parsed = channelSchemas(kind).settings.safeParse(settings);
  if (parsed.success) return parsed.data;
  throw refused(issuesOf("settings", parsed.error.issues));
}

/** Secrets by name; an empty one counts as left out. Throws invalidInput with fields. */
export function readSecrets(kind: ChannelKind, secrets: Record<string, string | null>): Record<string, string | null> {
  const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ""));
  const parsed = channelSchemas(kind).secrets.safeParse(given);
  if (!parsed.success) throw refused(issuesOf("secrets", parsed.error.issues));
  return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined)) as never;
}

function issuesOf(part: string, issues: readonly { path: PropertyKey[]; message: string }[]): Record<string, string> {
  return Object.fromEntries(
    issues.slice(0, 20).map(({ path, message }) => {
      return [[part, ...path].join("."), /^[a-z][A-Za-z]*$/.test(message) ? message : "invalid"];
    }),
  );
}

interface WholeChannel {
  kind: ChannelKind;
  settings: ChannelSettings;
  app: ChannelApp;
  /** A secret as it will be stored; true: one that is there and stays. */
  secret: (name: string) => string | boolean | undefined;
}

/** What no field can say alone: what the kind cannot do without, keys that can be read. Throws invalidInput. */
export function assertComplete({ kind, settings, app, secret }: WholeChannel): void {
  const fields: Record<string, string> = {};
  for (const name of APP_REQUIRED[kind]) if (!app[name]) fields[`app.${name}`] = "required";
  const secretNames = fieldsOf(kind).filter(isSecretField);
  for (const { name, required } of secretNames) if (required && !secret(name)) fields[`secrets.${name}`] = "required";
  const isSecret = (name: string) => secretNames.some((field) => field.name === name);
  for (const [name, message] of Object.entries(checkSettings(kind, settings, secret))) {
    fields[`${isSecret(name) ? "secrets" : "settings"}.${name}`] ??= message;
  }
  if (Object.keys(fields).length > 0) throw refused(fields);
}

/**
 * Departments and roles of the provisioning are there, and the actor may give every one of these roles: whoever decides
 * who comes in as what gives it. Throws invalidInput, administratorsOnly, codesNotHeld.
 */
export async function assertMayProvision(tx: Transaction, actor: Actor, provisioning: ChannelProvisioning) {
  const { roleIds, departmentId, rules } = provisioning;
  const roles = new Map((await listRoleChoices(tx)).map((role) => [role.id, role]));
  const places = [departmentId, ...rules.map((rule) => rule.departmentId)].filter((id) => id !== null);
  const found = new Set((await findDepartments(tx, places)).map(({ id }) => id));
  const fields: Record<string, string> = {};
  if (departmentId && !found.has(departmentId)) fields["provisioning.departmentId"] = "invalid";
  if (roleIds.some((id) => !roles.has(id))) fields["provisioning.roleIds"] = "invalid";
  rules.forEach((rule, index) => {
    if (rule.departmentId && !found.has(rule.departmentId)) {
      fields[`provisioning.rules.${index}.departmentId`] = "invalid";
    }
    if (rule.roleIds.some((id) => !roles.has(id))) fields[`provisioning.rules.${index}.roleIds`] = "invalid";
  });
  if (Object.keys(fields).length > 0) throw refused(fields);
  const wanted = new Set([...roleIds, ...rules.flatMap((rule) => rule.roleIds)]);
  for (const id of wanted) await assertMayGive(actor, roles.get(id)!, actor.language ?? DEFAULT_LOCALE);
}

/** The logo is a picture everybody may see. Throws invalidInput. */
export async function assertLogo(tx: Transaction, { logoFileId }: ChannelApp): Promise<void> {
  if (!logoFileId) return;
  const known = await listPublicPictures(tx, [logoFileId], INLINE_PICTURES);
  if (known.length === 0) throw refused({ "app.logoFileId": "invalid" });
}

/** Whether people come in by one of these issuers who hold what the actor lacks. */
export async function areStronger(db: Queryable, actor: Actor, issuers: readonly string[]): Promise<boolean> {
  if (actor.isAdministrator) return false;
  return (await listRolesBoundTo(db, issuers)).some((role) => !holdsAllOf(actor, role));
}

/** Whoever sets how people are proved could come in as them, so it takes every code they hold. Throws channelStronger. */
export async function assertMayDecide(tx: Transaction, actor: Actor, issuers: readonly string[]): Promise<void> {
  if (await areStronger(tx, actor, issuers)) throw new AppError("channelStronger");
}
