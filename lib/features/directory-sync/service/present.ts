import "server-only";
import type { Queryable } from "@/db/client";
import {
  countEnabledByDepartment,
  listChannelDepartments,
  listIssuerPeople,
  listIssuerRoles,
} from "@/db/queries/directory-sync/people";
import { listClosedBySync } from "@/db/queries/directory-sync/runs";
import { countSeats } from "@/db/queries/licence/licence";
import { findDepartment, findRootDepartment, listDepartments } from "@/db/queries/organisation/departments";
import { findTakenAccounts } from "@/db/queries/organisation/people";
import { outsideAccount } from "@/lib/auth/account";
import type { DirectoryReading, OpenChannel } from "@/lib/auth/channels/types";
import { orNotFound } from "@/lib/errors/errors";
import { loadLicence } from "@/lib/licence/load";
import type { Present } from "../plan-types";

/** Accounts looked up at once. */
const CHUNK = 1000;

/** Where new departments hang and people without one go. */
export async function baseOf(db: Queryable, channel: OpenChannel): Promise<string> {
  const { departmentId } = channel.provisioning;
  const base = orNotFound((departmentId && (await findDepartment(db, departmentId))) || (await findRootDepartment(db)));
  return base.id;
}

/** What is here, as far as a plan of this reading needs it. */
export async function loadPresent(db: Queryable, channel: OpenChannel, reading: DirectoryReading): Promise<Present> {
  const [rows, counts, mapped] = [
    await listDepartments(db),
    await countEnabledByDepartment(db),
    await listChannelDepartments(db, channel.id),
  ];
  const [people, held] = [await listIssuerPeople(db, channel.issuer), await listIssuerRoles(db, channel.issuer)];
  const closedPeople = await listClosedBySync(db, channel.id, "user");
  const closedDepartments = await listClosedBySync(db, channel.id, "department");
  const inside = new Map(counts.map(({ departmentId, count }) => [departmentId, count]));
  const rolesOf = Map.groupBy(held, ({ userId }) => userId);
  const seats = (await loadLicence(db)).claims?.seats ?? null;
  return {
    departments: rows.map(({ id, parentId, name, status, updatedAt }) => ({
      id,
      parentId,
      name,
      status,
      people: inside.get(id) ?? 0,
      closedBySync: closedDepartments.has(`${id} ${updatedAt.toISOString()}`),
    })),
    mapped: new Map(mapped.map(({ externalId, departmentId }) => [externalId, departmentId])),
    people: people.map(({ updatedAt, ...person }) => ({
      ...person,
      roleIds: (rolesOf.get(person.userId) ?? []).map(({ roleId }) => roleId),
      disabledBySync: closedPeople.has(`${person.userId} ${updatedAt.toISOString()}`),
    })),
    takenAccounts: await takenAmong(db, reading),
    seatsLeft: seats === null ? null : Math.max(0, seats - (await countSeats(db))),
  };
}

async function takenAmong(db: Queryable, { people }: DirectoryReading): Promise<Set<string>> {
  const accounts = [...new Set(people.flatMap(({ account }) => outsideAccount(account) ?? []))];
  const taken = new Set<string>();
  for (let at = 0; at < accounts.length; at += CHUNK) {
    for (const account of await findTakenAccounts(db, accounts.slice(at, at + CHUNK))) taken.add(account);
  }
  return taken;
}
