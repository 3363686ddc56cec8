import "server-only";
import { v7 } from "uuid";
import { db, type Queryable } from "@/db/client";
import {
  countSeats,
  findLicence,
  findLicenceBySerial,
  insertLicence,
  listLicenceHistory,
  lockSeats,
  removeLicencesUpTo,
} from "@/db/queries/licence/licence";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { PRODUCT_VERSION } from "@/lib/config/version";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { resetClock } from "@/lib/licence/clock";
import { type LicenceClaims, readLicence as readText } from "@/lib/licence/format";
import { invalidateLicence, licenceKey, loadLicence } from "@/lib/licence/load";
import { remainingDays, stateOf } from "@/lib/licence/state";
import { P } from "@/lib/permissions/codes";
import type { LicenceCheckDto, LicenceDto } from "./dto";

const HISTORY_SHOWN = 50;

/** The licence that applies, what it allows, and every one there was. */
export async function readLicence(actor: Actor): Promise<LicenceDto> {
  requirePermission(actor, P.CONFIG_LICENSE);
  const [licence, seatsUsed, history] = await Promise.all([
    loadLicence(db()),
    countSeats(db()),
    listLicenceHistory(db(), HISTORY_SHOWN),
  ]);
  const key = licenceKey();
  return {
    ...licence,
    seatsUsed,
    productVersion: PRODUCT_VERSION,
    history: history.map(({ text, installedAt, installedBy, removedAt, ...row }) => {
      const read = readText(text, key);
      return {
        ...row,
        claims: "claims" in read ? read.claims : null,
        installedAt: installedAt.toISOString(),
        installedBy: installedBy ?? "",
        removedAt: removedAt?.toISOString() ?? null,
        isCurrent: row.id === licence.id,
      };
    }),
  };
}

/** What a licence would bring, before it is installed. Throws what installing throws. */
export async function checkLicence(actor: Actor, text: string): Promise<LicenceCheckDto> {
  requirePermission(actor, P.CONFIG_LICENSE);
  const claims = await acceptable(db(), text);
  const seatsUsed = await countSeats(db());
  return {
    claims,
    remainingDays: remainingDays(claims, Date.now()),
    startsLater: Date.parse(claims.startTime) > Date.now(),
    overSeats: claims.seats !== null && seatsUsed > claims.seats,
    seatsUsed,
  };
}

/**
 * Installs a licence; one in force replaces those before it, one that begins later waits beside them. Throws
 * licenceInvalid, licenceForeign, licenceEnded, licenceWrongVersion, licenceKnown.
 */
export async function installLicence(actor: Actor, text: string): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_LICENSE);
  const id = v7();
  await db().transaction(async (tx) => {
    await lockSeats(tx);
    const claims = await acceptable(tx, text);
    const now = new Date();
    const isNew = !(await findLicenceBySerial(tx, claims.serial)).known;
    if (isNew) await resetClock(tx, now);
    if (Date.parse(claims.startTime) <= now.getTime()) await removeLicencesUpTo(tx, now, now);
    await insertLicence(tx, { id, text: text.trim(), serial: claims.serial, installedBy: actor.id, installedAt: now });
    await recordAuditEvent(tx, actor, {
      action: "licence.install",
      target: { type: "licence", id, name: claims.serial },
      after: claims,
    });
  });
  invalidateLicence();
  return { id };
}

/** Takes a licence out, with those it replaced. Throws notFound. */
export async function removeLicence(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_LICENSE);
  await db().transaction(async (tx) => {
    await lockSeats(tx);
    const row = orNotFound(await findLicence(tx, id));
    const read = readText(row.text, licenceKey());
    await removeLicencesUpTo(tx, row.installedAt, new Date());
    await recordAuditEvent(tx, actor, {
      action: "licence.remove",
      target: { type: "licence", id, name: row.serial },
      before: "claims" in read ? read.claims : { serial: row.serial },
    });
  });
  invalidateLicence();
}

/** What a text says when it may be installed; throws the reason when not. */
async function acceptable(queryable: Queryable, text: string): Promise<LicenceClaims> {
  const read = readText(text, licenceKey());
  if ("flaw" in read) throw new AppError(read.flaw === "signature" ? "licenceForeign" : "licenceInvalid");
  // A clock set back is put right by a new licence, so it does not stand in the way of one.
  const state = stateOf(read, { now: Date.now(), seen: 0, productVersion: PRODUCT_VERSION });
  if (state === "wrongVersion") throw new AppError("licenceWrongVersion");
  if (state === "expired") throw new AppError("licenceEnded");
  if ((await findLicenceBySerial(queryable, read.claims.serial)).installed) throw new AppError("licenceKnown");
  return read.claims;
}
