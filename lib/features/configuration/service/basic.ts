import "server-only";
import { isDeepStrictEqual } from "node:util";
import { db, type Transaction } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import {
  findLastConfigVersion,
  insertConfigVersion,
  listConfigs,
  lockBasicConfig,
} from "@/db/queries/configuration/versions";
import { listPublicPictures } from "@/db/queries/files/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { BASIC_KIND_NAMES, BASIC_KINDS, type BasicKind, type BasicValues } from "@/lib/config/config-kinds";
import { env } from "@/lib/config/env";
import { invalidateConfig } from "@/lib/config/system-config";
import { HELP } from "@/lib/config/texts/help";
import { PRIVACY } from "@/lib/config/texts/privacy";
import { staleRecord } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { INLINE_PICTURES } from "@/lib/files/serve";
import { hasMailPassword, isSameDestination, keepMailPassword } from "@/lib/mail/settings";
import { isRecognitionInstalled } from "@/lib/parsing/recognition-packages";
import { visionModelOf } from "@/lib/parsing/vision";
import { P } from "@/lib/permissions/codes";
import type { BasicDto } from "../dto";
import type { BasicPatch } from "../schema";

interface Stored {
  values: BasicValues;
  versions: Record<BasicKind, number>;
}

async function readStored(queryable: Parameters<typeof listConfigs>[0]): Promise<Stored> {
  const rows = new Map((await listConfigs(queryable, BASIC_KIND_NAMES)).map((row) => [row.type, row]));
  const each = <V>(of: (kind: BasicKind) => V) => Object.fromEntries(BASIC_KIND_NAMES.map((kind) => [kind, of(kind)]));
  return {
    values: each((kind) => BASIC_KINDS[kind].parse(rows.get(kind)?.value ?? {})) as unknown as BasicValues,
    versions: each((kind) => rows.get(kind)?.version ?? 0) as Record<BasicKind, number>,
  };
}

/** The whole basic configuration with its defaults; the mail password only as a yes or no. */
export async function readBasic(actor: Actor): Promise<BasicDto> {
  requirePermission(actor, P.CONFIG_BASIC);
  const [stored, hasPassword, model] = await Promise.all([
    readStored(db()),
    hasMailPassword(db()),
    visionModelOf(actor),
  ]);
  return {
    ...stored,
    revision: revisionOf(stored.versions),
    documents: {
      helpZh: HELP.zh_CN.markdown,
      helpEn: HELP.en_US.markdown,
      privacyZh: PRIVACY.zh_CN.markdown,
      privacyEn: PRIVACY.en_US.markdown,
    },
    defaultTimeZone: env().TIME_ZONE,
    hasMailPassword: hasPassword,
    recognition: { isInstalled: isRecognitionInstalled(), model: model?.name ?? null },
  };
}

/**
 * Saves the kinds that are given, all or none; each change is kept as a version. Another mail server or account forgets
 * the stored password unless a new one comes along (SECURITY SK-02). Throws staleRecord when a kind is not the one that
 * was read, invalidInput for pictures that are none of ours, and recognitionMissing.
 */
export async function changeBasic(actor: Actor, { versions, mailPassword, ...given }: BasicPatch): Promise<BasicDto> {
  requirePermission(actor, P.CONFIG_BASIC);
  await db().transaction(async (tx) => {
    await lockBasicConfig(tx);
    const stored = await readStored(tx);
    for (const kind of BASIC_KIND_NAMES) {
      const value = given[kind];
      if (value === undefined || isDeepStrictEqual(value, stored.values[kind])) continue;
      if (versions[kind] !== stored.versions[kind]) {
        const revision = revisionOf(stored.versions);
        const current = { ...stored, revision };
        throw await staleRecord(tx, actor, { type: "config", id: kind, current, revision });
      }
      await saveKind(tx, actor, kind, stored.values[kind], value);
    }
    const mail = given.mailConfig ?? stored.values.mailConfig;
    const isElsewhere = !isSameDestination(mail, stored.values.mailConfig);
    if (mailPassword !== undefined || isElsewhere) await changeMailPassword(tx, actor, mailPassword ?? null);
  });
  for (const kind of BASIC_KIND_NAMES) invalidateConfig(kind);
  return readBasic(actor);
}

/** Writes one kind with its version and its row in the log. The caller holds the lock. */
export async function saveKind(tx: Transaction, actor: Actor, kind: BasicKind, before: object, after: object) {
  if (kind === "customConfig") await assertPictures(tx, after as BasicValues["customConfig"]);
  if (kind === "readingConfig") assertRecognition(before, after);
  const last = await findLastConfigVersion(tx, kind);
  // How it was before anybody changed it, so that the first change can be taken back too.
  if (last === 0) await insertConfigVersion(tx, { type: kind, version: 0, value: before });
  await insertConfigVersion(tx, { type: kind, version: last + 1, value: after, authorId: actor.id });
  await upsertConfig(tx, kind, after);
  await recordAuditEvent(tx, actor, {
    action: "config.change",
    target: { type: "config", id: kind, name: kind },
    ...onlyChanges(before as Record<string, unknown>, after as Record<string, unknown>),
  });
}

async function changeMailPassword(tx: Transaction, actor: Actor, password: string | null): Promise<void> {
  const had = await hasMailPassword(tx);
  if (!had && password === null) return;
  await keepMailPassword(tx, password);
  await recordAuditEvent(tx, actor, {
    action: "config.mailPassword",
    target: { type: "config", id: "mailConfig", name: "mailConfig" },
    before: { set: had },
    after: { set: password !== null },
  });
}

/** Turned on only where it can work. Throws recognitionMissing. */
function assertRecognition(before: object, after: object): void {
  const isOn = (values: object) => (values as BasicValues["readingConfig"]).recognisesScans;
  if (isOn(after) && !isOn(before) && !isRecognitionInstalled()) throw new AppError("recognitionMissing");
}

async function assertPictures(tx: Transaction, config: BasicValues["customConfig"]): Promise<void> {
  const wanted = (["iconFileId", "logoFileId", "loginImageFileId"] as const).filter((name) => config[name] !== null);
  if (wanted.length === 0) return;
  const ids = wanted.map((name) => config[name] as string);
  const known = new Set(await listPublicPictures(tx, ids, INLINE_PICTURES));
  const wrong = wanted.filter((name) => !known.has(config[name] as string));
  if (wrong.length === 0) return;
  throw new AppError("invalidInput", {
    data: { fields: Object.fromEntries(wrong.map((name) => [`customConfig.${name}`, "invalid"])) },
  });
}

/** Characters of a text the log keeps of each side. */
const LOGGED_MAX = 300;

/** What changed, for the log: the fields that differ, long texts cut. */
function onlyChanges(before: Record<string, unknown>, after: Record<string, unknown>) {
  const cut = (value: unknown) =>
    typeof value === "string" && value.length > LOGGED_MAX ? `${value.slice(0, LOGGED_MAX)}…` : value;
  const fields = Object.keys(after).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(fields.map((field) => [field, cut(from[field])]));
  return { before: pick(before), after: pick(after) };
}
