import "server-only";
import { isDeepStrictEqual } from "node:util";
import { db } from "@/db/client";
import { findConfigVersion, listConfigs, listConfigVersions } from "@/db/queries/configuration/versions";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { BASIC_KIND_NAMES, BASIC_KINDS, type BasicKind } from "@/lib/config/config-kinds";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { BasicDto, ConfigChange, ConfigVersionDto, ConfigVersionPage } from "../dto";
import type { VersionQuery } from "../schema";
import { changeBasic } from "./basic";

type Row = Awaited<ReturnType<typeof listConfigVersions>>[number];

/** Versions of the configuration, the last first, each with what it changed. */
export async function listVersions(actor: Actor, { cursor, limit }: VersionQuery): Promise<ConfigVersionPage> {
  requirePermission(actor, P.CONFIG_BASIC);
  const rows = await listConfigVersions(db(), BASIC_KIND_NAMES, { before: cursor, limit: limit + 1 });
  const items = rows.slice(0, limit);
  const stored = new Map((await listConfigs(db(), BASIC_KIND_NAMES)).map((row) => [row.type, row.value]));
  return {
    items: items.map((row) => toDto(row, stored.get(row.type))),
    next: rows.length > limit ? (items.at(-1)?.id ?? null) : null,
  };
}

function toDto({ value, previous, createdAt, type, ...row }: Row, stored: unknown): ConfigVersionDto {
  const kind = type as BasicKind;
  return {
    ...row,
    type: kind,
    createdAt: createdAt.toISOString(),
    isCurrent: isDeepStrictEqual(value, stored),
    changes: row.version === 0 ? [] : changesOf(kind, previous, value),
  };
}

function changesOf(kind: BasicKind, before: unknown, after: unknown): ConfigChange[] {
  const [old, now] = [before, after].map((value) => BASIC_KINDS[kind].safeParse(value ?? {}).data ?? {}) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  return Object.keys(now)
    .filter((field) => !isDeepStrictEqual(old[field], now[field]))
    .map((field) => ({ field, before: old[field] ?? null, after: now[field] ?? null }));
}

/** Makes a kind what it was in a version. That is a change of its own, so it can be taken back too. Throws notFound. */
export async function restoreVersion(actor: Actor, id: string): Promise<BasicDto> {
  requirePermission(actor, P.CONFIG_BASIC);
  const row = await findConfigVersion(db(), id);
  const kind = BASIC_KIND_NAMES.find((name) => name === row?.type);
  if (!row || !kind) throw new AppError("notFound");
  const [stored] = await listConfigs(db(), [kind]);
  const value = BASIC_KINDS[kind].parse(row.value ?? {});
  return changeBasic(actor, { [kind]: value, versions: { [kind]: stored?.version ?? 0 } });
}
