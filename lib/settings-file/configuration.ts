import "server-only";
import { z } from "zod";
import { upsertConfig } from "@/db/queries/config/system-config";
import { findLastConfigVersion, insertConfigVersion } from "@/db/queries/configuration/versions";
import { readConfigs } from "@/db/queries/settings-file/settings-file";
import { BASIC_KIND_NAMES, BASIC_KINDS, type BasicKind, type BasicValues } from "@/lib/config/config-kinds";
import { CONFIG_SCHEMAS, invalidateConfig } from "@/lib/config/system-config";
import { hasMailPassword, isSameDestination, keepMailPassword } from "@/lib/mail/settings";
import { defineSection } from "./section";

/** Kinds with a screen of their own. The currency stays: prices and budgets here are counted in it. */
const OTHER_KINDS = {
  chatConfig: CONFIG_SCHEMAS.chatConfig,
  gatewayConfig: CONFIG_SCHEMAS.gatewayConfig.omit({ currency: true }),
  logConfig: CONFIG_SCHEMAS.logConfig,
  backupConfig: CONFIG_SCHEMAS.backupConfig,
} as const;
const KINDS = { ...BASIC_KINDS, ...OTHER_KINDS };
type Kind = keyof typeof KINDS;
const NAMES = [...BASIC_KIND_NAMES, ...(Object.keys(OTHER_KINDS) as (keyof typeof OTHER_KINDS)[])];
const isBasic = (key: Kind): key is BasicKind => key in BASIC_KINDS;
/** Pictures are files of one installation; the other keeps its own. */
const PICTURES = ["iconFileId", "logoFileId", "loginImageFileId"] as const;

const item = z.discriminatedUnion(
  "key",
  NAMES.map((key) => z.strictObject({ key: z.literal(key), value: KINDS[key] })) as never,
) as unknown as z.ZodType<{ key: Kind; value: Record<string, unknown> }>;

function withoutPictures(key: Kind, value: object): Record<string, unknown> {
  const none = Object.fromEntries(PICTURES.map((name) => [name, null]));
  return key === "customConfig" ? { ...value, ...none } : { ...value };
}

export const configurationSection = defineSection({
  name: "configuration",
  item,
  read: async (db) => {
    const rows = new Map((await readConfigs(db, NAMES)).map(({ type, value }) => [type, value]));
    return NAMES.map((key) => ({ key, value: withoutPictures(key, KINDS[key].parse(rows.get(key) ?? {})) }));
  },
  secrets: async (db) => ((await hasMailPassword(db)) ? ["mailPassword"] : []),
  refusal: () => null,
  write: async (tx, actor, { key, value }) => {
    const [row] = await readConfigs(tx, [key]);
    if (!isBasic(key)) return upsertConfig(tx, key, { ...(row?.value as object | undefined), ...value });
    const stored = BASIC_KINDS[key].parse(row?.value ?? {}) as Record<string, unknown>;
    const pictures = Object.fromEntries(PICTURES.map((name) => [name, stored[name] ?? null]));
    const after = key === "customConfig" ? { ...value, ...pictures } : value;
    const last = await findLastConfigVersion(tx, key);
    if (last === 0) await insertConfigVersion(tx, { type: key, version: 0, value: stored });
    await insertConfigVersion(tx, { type: key, version: last + 1, value: after, authorId: actor.id });
    await upsertConfig(tx, key, after);
    if (key !== "mailConfig") return;
    // The password stays with the server it was given for (SECURITY SK-02).
    const [was, is] = [stored, after] as unknown as [BasicValues["mailConfig"], BasicValues["mailConfig"]];
    if (!isSameDestination(was, is) && (await hasMailPassword(tx))) await keepMailPassword(tx, null);
  },
  invalidate: () => {
    for (const name of NAMES) invalidateConfig(name);
  },
});
