import "server-only";
import { db } from "@/db/client";
import { BASE_RESOURCE, type BaseRow } from "@/db/queries/knowledge/bases";
import {
  compareReach,
  findHolders,
  findReached,
  listReached,
  listRolesOf,
  type Reach,
  type ReachCodes,
  type ReachedRow,
} from "@/db/queries/knowledge/reach";
import { listNamedGrants } from "@/db/queries/permissions/grants";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import type { GrantDto } from "@/lib/auth/grant-schema";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { ReachChangeDto, ReachExplanationDto, ReachedDto, ReachReason } from "../dto";
import type { ReachChange, ReachQuery } from "../schema";
import { requireBase } from "./bases";

const CODES: ReachCodes = { use: [P.KB_CHAT, P.KB_SEARCH, P.KB_MANAGE], manage: [P.KB_MANAGE] };
/** People of a change who are shown by name. */
const NAMES_SHOWN = 5;
const FOUND = 20;

/** People a base reaches who can come in, each with why. Throws notFound, also where the actor may only use the base. */
export async function listBaseReach(actor: Actor, id: string, { keyword, page, pageSize }: ReachQuery) {
  const { base, grants } = await requireReach(actor, id);
  const at = { keyword, limit: pageSize, offset: (page - 1) * pageSize };
  const { rows, total, able } = await listReached(db(), reachOf(base, grants), CODES, at);
  const roles = await listRolesOf(
    db(),
    rows.map((row) => row.id),
  );
  return { items: rows.map((row) => toReached(row, base, grants, roles.get(row.id) ?? [])), total, able };
}

/** Why one person can use a base, or what keeps them from it. Throws notFound. */
export async function explainReach(actor: Actor, id: string, userId: string): Promise<ReachExplanationDto> {
  const { base, grants } = await requireReach(actor, id);
  const row = await findReached(db(), reachOf(base, grants), CODES, userId);
  if (!row) throw new AppError("notFound");
  const roles = (await listRolesOf(db(), [userId])).get(userId) ?? [];
  const obstacles: ReachExplanationDto["obstacles"] = [];
  if (row.status === "disabled") obstacles.push("disabled");
  if (!row.isOpen) obstacles.push("departmentClosed");
  if (!row.reaches) obstacles.push(base.visibility === "self" ? "onlyOwner" : "notNamed");
  if (!row.mayUse) obstacles.push("noCode");
  return { ...toReached(row, base, grants, roles), reaches: row.reaches && obstacles.length === 0, obstacles };
}

/** How many people gain and lose a base by a change of whom it is shown to, before it is made. Throws notFound. */
export async function previewReach(actor: Actor, id: string, change: ReachChange): Promise<ReachChangeDto> {
  const { base, grants } = await requireReach(actor, id);
  return compareReach(db(), reachOf(base, grants), { ownerId: base.ownerId, ...change }, CODES, NAMES_SHOWN);
}

/** People the bell tells of what a base needs. */
const MANAGERS_TOLD = 50;

/** Who can decide about a base: its owner, and those it is given to that a role lets manage bases. */
export async function listManagers(base: BaseRow): Promise<string[]> {
  const grants = await listNamedGrants(db(), BASE_RESOURCE, base.id);
  const { rows } = await listReached(db(), reachOf(base, grants), CODES, { limit: MANAGERS_TOLD, offset: 0 });
  return rows.flatMap(({ id, manages, mayManage }) => (manages && mayManage ? [id] : []));
}

/** Managers of a base whose name has a word, some of them. The caller has checked the right to the base. */
export async function searchManagers(base: BaseRow, keyword: string) {
  const grants = await listNamedGrants(db(), BASE_RESOURCE, base.id);
  const { rows } = await listReached(db(), reachOf(base, grants), CODES, { keyword, limit: MANAGERS_TOLD, offset: 0 });
  return rows.flatMap(({ id, name, account, manages, mayManage }) =>
    manages && mayManage ? [{ id, name, detail: account }] : [],
  );
}

/** Of these people those who can decide about a base now. */
export async function managersAmong(base: BaseRow, userIds: readonly string[]): Promise<string[]> {
  const reach = reachOf(base, await listNamedGrants(db(), BASE_RESOURCE, base.id));
  const rows = await Promise.all(userIds.map((id) => findReached(db(), reach, CODES, id)));
  return rows.flatMap((row) =>
    row && row.status === "enabled" && row.isOpen && row.manages && row.mayManage ? [row.id] : [],
  );
}

/** How many people can use a base, and how many of them another one does not reach. */
export async function compareReaders(
  base: BaseRow,
  other: BaseRow | null,
): Promise<{ readers: number; without: number }> {
  const reach = async (of: BaseRow) => reachOf(of, await listNamedGrants(db(), BASE_RESOURCE, of.id));
  const from = await reach(base);
  const { before, lost } = await compareReach(db(), from, other ? await reach(other) : from, CODES, 0);
  return { readers: before, without: lost };
}

/** People a word finds who may own bases. */
export async function searchBaseOwners(actor: Actor, { keyword = "" }: { keyword?: string }) {
  requirePermission(actor, P.KB_MANAGE);
  return { items: await findHolders(db(), CODES.manage, { keyword, limit: FOUND }) };
}

async function requireReach(actor: Actor, id: string): Promise<{ base: BaseRow; grants: GrantDto[] }> {
  requirePermission(actor, P.KB_MANAGE);
  const base = await requireBase(actor, id, "manage");
  return { base, grants: await listNamedGrants(db(), BASE_RESOURCE, id) };
}

const reachOf = ({ ownerId, visibility }: BaseRow, grants: readonly GrantDto[]): Reach => ({
  ownerId,
  visibility,
  grants,
});

function toReached(
  row: ReachedRow,
  base: BaseRow,
  grants: readonly GrantDto[],
  roleIds: readonly string[],
): ReachedDto {
  const { id, name, account, department, mayUse, mayManage } = row;
  const right = row.manages ? "manage" : row.reaches ? "view" : null;
  return {
    id,
    name,
    account,
    department,
    right,
    mayUse,
    // The right alone changes nothing where no role lets them manage bases.
    mayManage: row.manages && mayManage,
    reasons: reasonsOf(row, base, grants, roleIds),
  };
}

/** Every way a base reaches a person, by the rules of the query. */
function reasonsOf(
  { id, departmentPath }: Pick<ReachedRow, "id" | "departmentPath">,
  { ownerId, visibility }: BaseRow,
  grants: readonly GrantDto[],
  roleIds: readonly string[],
): ReachReason[] {
  const reasons: ReachReason[] = [];
  if (id === ownerId) reasons.push({ kind: "owner", right: "manage" });
  if (visibility === "all") reasons.push({ kind: "all", right: "view" });
  if (visibility === "self") return reasons;
  const above = departmentPath?.split("/").filter(Boolean) ?? [];
  for (const { subjectType, subjectId, right, name, detail } of grants) {
    // To people who see it anyway, a grant to use it gives nothing.
    if (visibility === "all" && right === "view") continue;
    if (subjectType === "user" && subjectId === id) reasons.push({ kind: "user", right });
    if (subjectType === "role" && roleIds.includes(subjectId)) {
      reasons.push({ kind: "role", right, name, nameEn: detail || null });
    }
    if (subjectType === "department" && above.includes(subjectId)) {
      reasons.push({ kind: "department", right, name, isAbove: above.at(-1) !== subjectId });
    }
  }
  return reasons;
}
