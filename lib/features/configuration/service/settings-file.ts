import "server-only";
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { db, type Queryable } from "@/db/client";
import { lockBasicConfig } from "@/db/queries/configuration/versions";
import { lockTree } from "@/db/queries/organisation/departments";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { PRODUCT_VERSION } from "@/lib/config/version";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { SETTINGS_SECTIONS } from "@/lib/settings-file/list";
import type { SettingsItem, SettingsSection } from "@/lib/settings-file/section";
import type { PlannedItem, SettingsPlan } from "../dto";
import {
  SETTINGS_FORMAT,
  type SettingsApply,
  type SettingsFile,
  type SettingsSectionName,
  settingsFile,
} from "../settings-schema";

/** The whole installation in one hand: the code is not enough, and a role that holds every code is none. */
function requireAdministrator(actor: Actor): void {
  requirePermission(actor, P.CONFIG_BASIC);
  if (!actor.isAdministrator) throw new AppError("noPermission");
}

const nameOf = (section: SettingsSection) => section.name as SettingsSectionName;

/** All settings as one file, without secrets: those are named, so that whoever brings it in knows what to enter. */
export async function exportSettings(actor: Actor): Promise<Response> {
  requireAdministrator(actor);
  const file: SettingsFile = {
    format: "meridian-settings",
    version: SETTINGS_FORMAT,
    productVersion: PRODUCT_VERSION,
    exportedAt: new Date().toISOString(),
    sections: {},
    excludedSecrets: {},
  };
  for (const section of SETTINGS_SECTIONS) {
    file.sections[nameOf(section)] = await section.read(db());
    file.excludedSecrets[nameOf(section)] = await section.secrets(db());
  }
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "config.export",
      target: { type: "config", id: "settings", name: "settings" },
      after: countsOf(file),
    }),
  );
  return new Response(JSON.stringify(file, null, 2), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="settings-${file.exportedAt.slice(0, 10)}.json"`,
    },
  });
}

const countsOf = (file: SettingsFile) =>
  Object.fromEntries(Object.entries(file.sections).map(([name, items]) => [name, items?.length ?? 0]));

/** Throws settingsNewer or settingsUnreadable. */
function readFile(value: unknown): SettingsFile {
  const version = (value as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version > SETTINGS_FORMAT) throw new AppError("settingsNewer");
  const parsed = settingsFile.safeParse(value);
  if (!parsed.success) throw new AppError("settingsUnreadable");
  return parsed.data;
}

interface PlannedSection {
  section: SettingsSection;
  planned: PlannedItem[];
  /** Items to be written, with what is there now. */
  writes: { item: SettingsItem; before: SettingsItem | undefined }[];
}

/** What a file would do to this installation. An item its area cannot read is the file's fault: settingsUnreadable. */
async function plan(queryable: Queryable, file: SettingsFile): Promise<PlannedSection[]> {
  const given = new Map<string, SettingsItem[]>();
  const here = new Map<string, Map<string, SettingsItem>>();
  for (const section of SETTINGS_SECTIONS) {
    const items = (file.sections[nameOf(section)] ?? []).map((raw) => {
      const parsed = section.item.safeParse(raw);
      if (!parsed.success) throw new AppError("settingsUnreadable", { data: { section: section.name } });
      return parsed.data;
    });
    if (new Set(items.map(({ key }) => key)).size !== items.length) throw new AppError("settingsUnreadable");
    given.set(section.name, items);
    here.set(section.name, new Map((await section.read(queryable)).map((item) => [item.key, item])));
  }
  const refused = new Set<string>();
  const has = (name: string, key: string) =>
    here.get(name)?.has(key) === true ||
    (given.get(name)?.some((item) => item.key === key) === true && !refused.has(`${name} ${key}`));
  const sections: PlannedSection[] = [];
  for (const section of SETTINGS_SECTIONS) {
    if (!file.sections[nameOf(section)]) continue;
    const current = here.get(section.name) ?? new Map<string, SettingsItem>();
    const secrets = new Set(await section.secrets(queryable));
    const hasSecrets = (key: string) => secrets.has(key);
    const result: PlannedSection = { section, planned: [], writes: [] };
    for (const item of given.get(section.name) ?? []) {
      const before = current.get(item.key);
      if (before && isDeepStrictEqual(before, item)) {
        result.planned.push({ key: item.key, outcome: "unchanged" });
        continue;
      }
      const reason = await section.refusal(item, { current, has, hasSecrets });
      if (reason) {
        refused.add(`${section.name} ${item.key}`);
        result.planned.push({ key: item.key, outcome: "refused", reason });
      } else {
        result.planned.push({ key: item.key, outcome: before ? "changed" : "added", fields: differing(before, item) });
        result.writes.push({ item, before });
      }
    }
    sections.push(result);
  }
  return sections;
}

function differing(before: SettingsItem | undefined, after: SettingsItem): string[] | undefined {
  if (!before) return undefined;
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(now).filter((name) => !isDeepStrictEqual(old[name], now[name]));
}

/** Fields of an item; of a kind of configuration those of its value. */
function fieldsOf(item: SettingsItem): Record<string, unknown> {
  const { value, ...rest } = item as SettingsItem & { value?: Record<string, unknown> };
  return value ?? rest;
}

function fingerprintOf(file: SettingsFile, sections: readonly PlannedSection[]): string {
  const outcome = sections.map(({ section, planned, writes }) => [section.name, planned, writes]);
  return createHash("sha256")
    .update(JSON.stringify([file, outcome]))
    .digest("hex");
}

/** Tells what a file would do, and does nothing. */
export async function previewSettings(actor: Actor, value: unknown): Promise<SettingsPlan> {
  requireAdministrator(actor);
  const file = readFile(value);
  const sections = await plan(db(), file);
  return {
    productVersion: file.productVersion,
    exportedAt: file.exportedAt,
    fingerprint: fingerprintOf(file, sections),
    sections: sections.map(({ section, planned }) => ({
      name: nameOf(section),
      items: planned,
      excludedSecrets: file.excludedSecrets[nameOf(section)] ?? [],
    })),
  };
}

/**
 * Brings the chosen sections in, all or nothing. Throws settingsChanged when the installation or the file is not the one
 * that was previewed.
 */
export async function applySettings(actor: Actor, input: SettingsApply): Promise<{ written: number }> {
  requireAdministrator(actor);
  const file = readFile(input.file);
  const chosen = new Set<string>(input.sections);
  let written = 0;
  await db().transaction(async (tx) => {
    await lockBasicConfig(tx);
    await lockTree(tx);
    const whole = await plan(tx, file);
    if (fingerprintOf(file, whole) !== input.fingerprint) throw new AppError("settingsChanged");
    // Judged once more without the sections left out: a model may not lean on a supplier that does not come.
    const taken = Object.fromEntries(Object.entries(file.sections).filter(([name]) => chosen.has(name)));
    for (const { section, writes, planned } of await plan(tx, { ...file, sections: taken })) {
      for (const { item, before } of writes) await section.write(tx, actor, item, before);
      written += writes.length;
      if (writes.length > 0) {
        await recordAuditEvent(tx, actor, {
          action: "config.import",
          target: { type: "config", id: section.name, name: section.name },
          after: Object.fromEntries(
            (["added", "changed", "refused"] as const).map((outcome) => [
              outcome,
              planned
                .filter((item) => item.outcome === outcome)
                .map(({ key }) => key)
                .slice(0, 200),
            ]),
          ),
        });
      }
    }
  });
  for (const section of SETTINGS_SECTIONS) if (chosen.has(section.name)) section.invalidate();
  return { written };
}
