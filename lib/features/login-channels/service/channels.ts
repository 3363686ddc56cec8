import "server-only";
import { v7 } from "uuid";
import type { z } from "zod";
import { db } from "@/db/client";
import {
  CHANNELS_MAX,
  type ChannelRow,
  countPeopleByIssuer,
  findChannelRow,
  insertChannel,
  listChannelRows,
  lockChannels,
  updateChannel,
} from "@/db/queries/login-channels/channels";
import { revokeSessionsThrough } from "@/db/queries/login-channels/console";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { assertAdministratorRemains } from "@/lib/auth/administrators";
import { issuerOf } from "@/lib/auth/channels/issuer";
import type { ChannelSettings } from "@/lib/auth/channels/kinds";
import { invalidateChannels, opened, sealSecret } from "@/lib/auth/channels/store";
import { invalidateSessions } from "@/lib/auth/session";
import type { ChannelKind, ChannelReason } from "@/lib/config/channel-kinds";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { addressesOf } from "../addresses";
import { areOfHandshake, changesHandshake, changesSettings, movesDestination } from "../changes";
import type { ChangedChannel, ChannelDetail, ChannelDto, ChannelListDto } from "../dto";
import type { channelPatch, newChannel } from "../schema";
import { placesOf } from "./choices";
import {
  areStronger,
  assertComplete,
  assertLogo,
  assertMayDecide,
  assertMayProvision,
  lockedChannel,
  readSecrets,
  readSettings,
  refused,
} from "./rules";

/** Where the name of the other side stands that makes its people one set (see issuerOf). */
const ISSUER_FIELD: Record<ChannelKind, string> = {
  entra: "tenantId",
  oidc: "issuer",
  jwt: "issuer",
  saml: "idpEntityId",
  wecom: "corpId",
  dingtalk: "corpId",
  lark: "tenantKey",
  ldap: "url",
};

/** Every channel in the order of the login page. */
export async function listChannels(actor: Actor): Promise<ChannelListDto> {
  requirePermission(actor, P.CONFIG_SSO);
  const [rows, counts] = await Promise.all([listChannelRows(db()), countPeopleByIssuer(db())]);
  const people = new Map(counts.map(({ issuer, count }) => [issuer, count]));
  const items = rows.map((row) => toDto(row, people.get(row.issuer) ?? 0));
  return { items, total: items.length, limit: CHANNELS_MAX };
}

function toDto(row: ChannelRow, people: number): ChannelDto {
  const { id, kind, nameZh, nameEn, status, isDefault } = row;
  return {
    id,
    kind,
    nameZh,
    nameEn,
    status,
    isDefault,
    isTested: row.testedVersion === row.version,
    testedAt: row.testedAt?.toISOString() ?? null,
    failure: row.failure as ChannelReason | null,
    failedAt: row.failedAt?.toISOString() ?? null,
    people,
  };
}

/** What people edit of a channel. Its version rises with its secrets too, of which only the names are told. */
function editedChannel(row: ChannelRow) {
  const { settings, app, provisioning, version } = opened(row);
  const secrets = Object.fromEntries(Object.keys(row.secrets).map((name) => [name, true]));
  return { nameZh: row.nameZh, nameEn: row.nameEn, version, settings, secrets, app, provisioning };
}

/** One channel with its settings; of secrets only whether they are stored. `origin`: the address people use. */
export async function readChannel(actor: Actor, id: string, origin: string | null): Promise<ChannelDetail> {
  requirePermission(actor, P.CONFIG_SSO);
  const row = orNotFound(await findChannelRow(db(), id));
  const [counts, isStronger] = await Promise.all([countPeopleByIssuer(db()), areStronger(db(), actor, [row.issuer])]);
  const edited = editedChannel(row);
  const { app, provisioning } = edited;
  return {
    ...toDto(row, counts.find(({ issuer }) => issuer === row.issuer)?.count ?? 0),
    ...edited,
    revision: revisionOf(edited),
    places: await placesOf([provisioning.departmentId, ...provisioning.rules.map((rule) => rule.departmentId)]),
    addresses: origin ? addressesOf(row.kind, row.id, origin, app.appId) : [],
    isStronger,
  };
}

/**
 * Adds a channel, off until a test of it passes (spec A1). Throws channelLimit, channelIssuerTaken, channelStronger,
 * invalidInput with fields, and what giving roles throws.
 */
export async function createChannel(actor: Actor, input: z.infer<typeof newChannel>): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_SSO);
  const { kind, nameZh, nameEn, app, provisioning } = input;
  const id = input.id ?? v7();
  const settings = readSettings(kind, input.settings);
  const secrets = withoutNull(readSecrets(kind, input.secrets));
  assertComplete({ kind, settings, app, secret: (name) => secrets[name] });
  const issuer = issuerOf(kind, id, settings);
  await db().transaction(async (tx) => {
    await lockChannels(tx);
    const rows = await listChannelRows(tx);
    if (rows.length >= CHANNELS_MAX) throw new AppError("channelLimit");
    if (rows.some((row) => row.id === id)) throw refused({ id: "invalid" });
    assertIssuerFree(rows, { id, kind, issuer });
    await assertMayDecide(tx, actor, [issuer]);
    await assertMayProvision(tx, actor, provisioning);
    await assertLogo(tx, app);
    const sort = Math.max(0, ...rows.map((row) => row.sort)) + 1;
    const sealed = seal(secrets);
    await insertChannel(tx, { id, kind, nameZh, nameEn, settings, secrets: sealed, app, provisioning, issuer, sort });
    await recordAuditEvent(tx, actor, {
      action: "login-channel.create",
      target: { type: "login-channel", id, name: nameEn },
      after: { kind, nameZh, nameEn, settings, app, provisioning, set: Object.keys(secrets) },
    });
  });
  invalidateChannels();
  return { id };
}

/**
 * Changes a channel. Another destination takes no stored secret along (SECURITY SK-02), and other settings are untested
 * ones: a channel that was on goes off. Throws as `createChannel`, channelSecretAgain with fields, staleRecord.
 */
export async function changeChannel(
  actor: Actor,
  id: string,
  patch: z.infer<typeof channelPatch>,
): Promise<ChangedChannel> {
  requirePermission(actor, P.CONFIG_SSO);
  const switchedOff = await db().transaction(async (tx) => {
    const read = async () => editedChannel(await lockedChannel(tx, id));
    await assertCurrent(tx, actor, { type: "login-channel", id, given: patch.revision, read });
    const row = await lockedChannel(tx, id);
    const before = opened(row);
    const { kind } = row;
    const settings = patch.settings ? readSettings(kind, patch.settings) : before.settings;
    const given = readSecrets(kind, patch.secrets ?? {});
    const { app = before.app, provisioning = before.provisioning, nameZh = row.nameZh, nameEn = row.nameEn } = patch;
    assertSecretsAgain(row, settings, given);
    const secrets = { ...row.secrets, ...seal(withoutNull(given)) };
    for (const name of Object.keys(given)) if (given[name] === null) delete secrets[name];
    const secret = (name: string) => given[name] ?? secrets[name] !== undefined;
    assertComplete({ kind, settings, app, secret });
    const issuer = issuerOf(kind, id, settings);
    assertIssuerFree(await listChannelRows(tx), { id, kind, issuer });
    await assertMayDecide(tx, actor, [row.issuer, issuer]);
    await assertMayProvision(tx, actor, provisioning);
    if (app.logoFileId !== before.app.logoFileId) await assertLogo(tx, app);
    const isUntested = areOfHandshake(kind, Object.keys(given)) || changesHandshake(kind, before, { settings, app });
    const isOther = isUntested || Object.keys(given).length > 0 || changesSettings(kind, before.settings, settings);
    const version = isOther ? row.version + 1 : row.version;
    const goesOff = isUntested && row.status === "enabled";
    await updateChannel(tx, id, {
      nameZh,
      nameEn,
      settings,
      secrets,
      app,
      provisioning,
      issuer,
      version,
      // What a test says nothing about leaves it standing.
      ...(!isUntested && row.testedVersion === row.version && { testedVersion: version }),
      ...(isOther && { failure: null, failedAt: null }),
      ...(goesOff && { status: "disabled" as const }),
    });
    if (goesOff) await assertAdministratorRemains(tx);
    // Whom the channel stands for now are others.
    if (issuer !== row.issuer) await revokeSessionsThrough(tx, row.issuer, kind);
    const was = { nameZh: row.nameZh, nameEn: row.nameEn, status: row.status };
    const is = { nameZh, nameEn, status: goesOff ? "disabled" : row.status };
    const { settings: oldSettings, app: oldApp, provisioning: oldProvisioning } = before;
    await recordAuditEvent(tx, actor, {
      action: "login-channel.change",
      target: { type: "login-channel", id, name: nameEn },
      before: { ...was, settings: oldSettings, app: oldApp, provisioning: oldProvisioning },
      after: { ...is, settings, app, provisioning, ...namesOf(given) },
    });
    return goesOff;
  });
  invalidateChannels();
  invalidateSessions();
  return { switchedOff };
}

/** Nobody who can edit an address can have the stored secrets sent there. Throws channelSecretAgain. */
function assertSecretsAgain(row: ChannelRow, settings: ChannelSettings, given: Record<string, string | null>): void {
  if (!movesDestination(row.kind, row.settings as ChannelSettings, settings)) return;
  const missing = Object.keys(row.secrets).filter((name) => given[name] === undefined);
  if (missing.length === 0) return;
  const fields = Object.fromEntries(missing.map((name) => [`secrets.${name}`, "secretAgain"]));
  throw new AppError("channelSecretAgain", { data: { fields } });
}

/** One channel for an issuer: two could not agree on whose people are whose. Throws channelIssuerTaken. */
function assertIssuerFree(rows: readonly ChannelRow[], own: Pick<ChannelRow, "id" | "kind" | "issuer">): void {
  if (!rows.some((row) => row.issuer === own.issuer && row.id !== own.id)) return;
  const fields = { [`settings.${ISSUER_FIELD[own.kind]}`]: "issuerTaken" };
  throw new AppError("channelIssuerTaken", { data: { fields } });
}

function seal(secrets: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).map(([name, text]) => [name, sealSecret(text)]));
}

function withoutNull(secrets: Record<string, string | null>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
}

/** Which secrets were set and which taken away, for the log: names only. */
function namesOf(given: Record<string, string | null>) {
  const names = Object.keys(given);
  if (names.length === 0) return {};
  return { set: names.filter((name) => given[name] !== null), removed: names.filter((name) => given[name] === null) };
}
