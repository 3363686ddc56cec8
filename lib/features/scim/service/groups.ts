import "server-only";
import { v7 } from "uuid";
import { z } from "zod";
import { db, type Transaction } from "@/db/client";
import {
  countScimGroups,
  findScimGroup,
  findScimUsers,
  insertScimGroup,
  insertScimMembers,
  isGroupNameTaken,
  listScimGroups,
  listScimMembers,
  removeScimGroup,
  removeScimMembers,
  type ScimGroupRow,
  updateScimGroup,
} from "@/db/queries/scim/scim";
import { invalidateSessions } from "@/lib/auth/session";
import { badRequest, taken } from "@/lib/endpoint/scim-problem";
import type { ScimAnswer, ScimInput } from "@/lib/endpoint/scim-route";
import { orNotFound } from "@/lib/errors/errors";
import { groupFilter } from "../protocol/conditions";
import { listOf, pageOf } from "../protocol/lists";
import { GROUP_SCHEMA } from "../protocol/names";
import { applyPatch, type PatchOperation } from "../protocol/patch";
import { isAskedFor, projected, readGroup, type ScimGroup } from "../protocol/resources";
import { recordPushes } from "./audit";
import { beginPush } from "./people";
import { applyRules } from "./rules";

type Members = Awaited<ReturnType<typeof listScimMembers>>;

/** Groups of the token's channel; members are read only where they are asked for. */
export async function listGroups({ channel, base, query }: ScimInput): Promise<ScimAnswer> {
  const { startIndex, count, descending, sortBy } = pageOf(query);
  const condition = groupFilter(query.get("filter"));
  const sort = sortBy === "displayname" ? ("displayName" as const) : ("createdAt" as const);
  const page = { condition, sort, descending, limit: count, offset: startIndex - 1 };
  const [rows, total] = await Promise.all([
    count > 0 ? listScimGroups(db(), channel.id, page) : [],
    countScimGroups(db(), channel.id, condition),
  ]);
  const members = Map.groupBy(await membersOf(query, rows), ({ groupId }) => groupId);
  const resources = rows.map((row) => projected(toResource(row, members.get(row.id) ?? [], base), query));
  return { resource: listOf(resources, total, startIndex) };
}

export async function readOne(input: ScimInput, id: string): Promise<ScimAnswer> {
  const row = await existing(db(), input, id);
  const members = await membersOf(input.query, [row]);
  return { resource: projected(toResource(row, members, input.base), input.query) };
}

/** Throws ScimProblem: uniqueness, invalidValue. */
export async function createGroup(input: ScimInput, body: Record<string, unknown>): Promise<ScimAnswer> {
  const group = readGroup(body);
  const { channel } = input;
  const id = v7();
  await pushed(async (tx) => {
    await beginPush(tx, input);
    if (await isGroupNameTaken(tx, channel.id, group.displayName)) throw nameTaken();
    const members = await knownMembers(tx, input, group);
    const { displayName, externalId = null } = group;
    await insertScimGroup(tx, { id, channelId: channel.id, displayName, externalId });
    await insertScimMembers(tx, id, members);
    await recordPushes(tx, input, [
      {
        action: "scim.group.create",
        target: { type: "scim-group", id, name: displayName },
        after: { displayName, externalId, members: members.length },
      },
    ]);
    await applyRules(tx, input, members);
  });
  const answer = await readOne(input, id);
  return { ...answer, status: 201, location: `${input.base}/Groups/${id}` };
}

export async function replaceGroup(input: ScimInput, id: string, body: Record<string, unknown>): Promise<ScimAnswer> {
  const group = readGroup(body);
  await pushed(async (tx) => {
    await beginPush(tx, input);
    const row = await existing(tx, input, id);
    const externalId = group.externalId ?? row.externalId ?? undefined;
    await change(tx, input, row, { ...group, externalId, members: group.members ?? [] });
  });
  return readOne(input, id);
}

/** Answers nothing unless attributes are asked for: groups are large. */
export async function patchGroup(
  input: ScimInput,
  id: string,
  operations: readonly PatchOperation[],
): Promise<ScimAnswer | null> {
  await pushed(async (tx) => {
    await beginPush(tx, input);
    const row = await existing(tx, input, id);
    const { displayName, externalId } = row;
    const members = (await listScimMembers(tx, [id])).map(({ userId }) => ({ value: userId }));
    const before = { displayName, ...(externalId === null ? {} : { externalId }), members };
    await change(tx, input, row, readGroup(applyPatch(before, operations)));
  });
  return input.query.has("attributes") ? readOne(input, id) : null;
}

export async function deleteGroup(input: ScimInput, id: string): Promise<null> {
  await pushed(async (tx) => {
    await beginPush(tx, input);
    const row = await existing(tx, input, id);
    const members = (await listScimMembers(tx, [id])).map(({ userId }) => userId);
    await removeScimGroup(tx, input.channel.id, id);
    await recordPushes(tx, input, [
      {
        action: "scim.group.delete",
        target: { type: "scim-group", id, name: row.displayName },
        before: { displayName: row.displayName, externalId: row.externalId, members: members.length },
      },
    ]);
    await applyRules(tx, input, members);
  });
  return null;
}

async function change(tx: Transaction, input: ScimInput, row: ScimGroupRow, group: ScimGroup): Promise<void> {
  const { displayName, externalId = null } = group;
  const isRenamed = displayName !== row.displayName || externalId !== row.externalId;
  if (isRenamed && (await isGroupNameTaken(tx, input.channel.id, displayName, row.id))) throw nameTaken();
  const before = new Set((await listScimMembers(tx, [row.id])).map(({ userId }) => userId));
  const after = new Set((group.members ?? []).map(({ value }) => value.toLowerCase()));
  const added = await knownMembers(tx, input, {
    members: [...after].filter((id) => !before.has(id)).map((value) => ({ value })),
  });
  const removed = [...before].filter((id) => !after.has(id));
  if (!isRenamed && added.length + removed.length === 0) return;
  await insertScimMembers(tx, row.id, added);
  await removeScimMembers(tx, row.id, removed);
  await updateScimGroup(tx, input.channel.id, row.id, { displayName, externalId });
  await recordPushes(tx, input, [
    {
      action: "scim.group.change",
      target: { type: "scim-group", id: row.id, name: displayName },
      before: { displayName: row.displayName, externalId: row.externalId },
      after: { displayName, externalId, added: added.length, removed: removed.length },
    },
  ]);
  await applyRules(tx, input, isRenamed ? [...new Set([...before, ...added])] : [...added, ...removed]);
}

const nameTaken = () => taken("A group of this name is there already.");

/** Ids of members; all of them are people of this channel. Throws ScimProblem. */
async function knownMembers(tx: Transaction, { channel }: ScimInput, group: Pick<ScimGroup, "members">) {
  const ids = [...new Set((group.members ?? []).map(({ value }) => value.toLowerCase()))];
  if (ids.length === 0) return [];
  const found = ids.every((id) => z.uuid().safeParse(id).success) ? await findScimUsers(tx, channel.id, ids) : [];
  if (found.length < ids.length) throw badRequest("invalidValue", "A member is no user of this service.");
  return found.map(({ id }) => id);
}

async function pushed(run: (tx: Transaction) => Promise<void>): Promise<void> {
  await db().transaction(run);
  // Roles may have changed.
  invalidateSessions();
}

async function existing(queryable: Parameters<typeof findScimGroup>[0], { channel }: ScimInput, id: string) {
  return orNotFound(await findScimGroup(queryable, channel.id, id));
}

async function membersOf(query: URLSearchParams, rows: readonly ScimGroupRow[]): Promise<Members> {
  if (rows.length === 0 || !isAskedFor(query, "members")) return [];
  return listScimMembers(
    db(),
    rows.map(({ id }) => id),
  );
}

function toResource(row: ScimGroupRow, members: Members, base: string): Record<string, unknown> {
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.displayName,
    members: members.map(({ userId, name }) => ({
      value: userId,
      display: name,
      $ref: `${base}/Users/${userId}`,
      type: "User",
    })),
    meta: {
      resourceType: "Group",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${base}/Groups/${row.id}`,
    },
  };
}
