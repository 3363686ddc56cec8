import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  countScimUsers,
  findScimUser,
  listScimGroupsOf,
  listScimUsers,
  type ScimUserRow,
} from "@/db/queries/scim/scim";
import { invalidateApiKeys } from "@/lib/auth/api-key";
import { invalidateSessions } from "@/lib/auth/session";
import type { ScimAnswer, ScimInput } from "@/lib/endpoint/scim-route";
import { orNotFound } from "@/lib/errors/errors";
import { userFilter } from "../protocol/conditions";
import { listOf, pageOf } from "../protocol/lists";
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from "../protocol/names";
import { applyPatch, type PatchOperation } from "../protocol/patch";
import { type GroupRef, projected, readUser } from "../protocol/resources";
import { beginPush, changePerson, detachPerson, makePerson } from "./people";
import { pushedOf } from "./rules";

/** People of the token's channel. */
export async function listUsers({ channel, base, query }: ScimInput): Promise<ScimAnswer> {
  const { startIndex, count, descending, sortBy } = pageOf(query);
  const condition = userFilter(query.get("filter"));
  const sort = sortBy === "username" ? ("userName" as const) : ("createdAt" as const);
  const page = { condition, sort, descending, limit: count, offset: startIndex - 1 };
  const [rows, total] = await Promise.all([
    count > 0 ? listScimUsers(db(), channel.id, page) : [],
    countScimUsers(db(), channel.id, condition),
  ]);
  const groups = await groupsOf(channel.id, rows);
  const resources = rows.map((row) => projected(toResource(row, groups.get(row.id) ?? [], base), query));
  return { resource: listOf(resources, total, startIndex) };
}

export async function readOne(input: ScimInput, id: string): Promise<ScimAnswer> {
  return answered(input, await existing(db(), input, id));
}

export async function createUser(input: ScimInput, body: Record<string, unknown>): Promise<ScimAnswer> {
  const user = readUser(body);
  const id = await pushed((tx) => beginPush(tx, input).then(() => makePerson(tx, input, user)));
  const answer = await readOne(input, id);
  return { ...answer, status: 201, location: `${input.base}/Users/${id}` };
}

/** What is not said of the state or the outside id stays: providers that send whole people leave out what they do not map. */
export async function replaceUser(input: ScimInput, id: string, body: Record<string, unknown>): Promise<ScimAnswer> {
  const user = readUser(body);
  await pushed(async (tx) => {
    await beginPush(tx, input);
    const row = await existing(tx, input, id);
    await changePerson(tx, input, row, { ...user, externalId: user.externalId ?? row.externalId ?? undefined });
  });
  return readOne(input, id);
}

export async function patchUser(
  input: ScimInput,
  id: string,
  operations: readonly PatchOperation[],
): Promise<ScimAnswer> {
  await pushed(async (tx) => {
    await beginPush(tx, input);
    const row = await existing(tx, input, id);
    await changePerson(tx, input, row, readUser(applyPatch(pushedOf(row), operations)));
  });
  return readOne(input, id);
}

export async function deleteUser(input: ScimInput, id: string): Promise<null> {
  await pushed(async (tx) => {
    await beginPush(tx, input);
    await detachPerson(tx, input, await existing(tx, input, id));
  });
  return null;
}

/** What changed acts on the next call: sessions and keys of those who are out end at once. */
async function pushed<T>(run: (tx: Transaction) => Promise<T>): Promise<T> {
  const result = await db().transaction(run);
  invalidateSessions();
  invalidateApiKeys();
  return result;
}

async function existing(queryable: Parameters<typeof findScimUser>[0], { channel }: ScimInput, id: string) {
  return orNotFound(await findScimUser(queryable, channel.id, id));
}

async function groupsOf(channelId: string, rows: readonly ScimUserRow[]) {
  if (rows.length === 0) return new Map<string, (GroupRef & { userId: string })[]>();
  const found = await listScimGroupsOf(
    db(),
    channelId,
    rows.map(({ id }) => id),
  );
  return Map.groupBy(found, ({ userId }) => userId);
}

async function answered({ channel, base, query }: ScimInput, row: ScimUserRow): Promise<ScimAnswer> {
  const groups = await groupsOf(channel.id, [row]);
  return { resource: projected(toResource(row, groups.get(row.id) ?? [], base), query) };
}

function toResource(row: ScimUserRow, groups: readonly GroupRef[], base: string): Record<string, unknown> {
  const user = pushedOf(row);
  return {
    schemas: [USER_SCHEMA, ...(user[ENTERPRISE_SCHEMA] ? [ENTERPRISE_SCHEMA] : [])],
    id: row.id,
    ...user,
    displayName: user.displayName ?? row.name,
    groups: groups.map(({ id, displayName }) => ({
      value: id,
      display: displayName,
      $ref: `${base}/Groups/${id}`,
      type: "direct",
    })),
    meta: {
      resourceType: "User",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${base}/Users/${row.id}`,
    },
  };
}
